import type { Instant } from "../../core/lesson.ts";
import { gatherReading, type ForeignReading } from "./foreign-entry.ts";
import { asList, asObject, isBlank, type LooseObject } from "./loose-json.ts";
import { readProcessNode } from "./triads-node.ts";

/**
 * A knowledge graph of Triads (ADR-002): nodes and links, where the `Concept` nodes with a
 * `process_type` are the lessons. The other nodes are knowledge of another sort and are not
 * counted. Undefined when it is no such graph.
 */
export function readTriads(
  document: unknown,
  fileName: string,
  now: Instant,
): ForeignReading | undefined {
  const graph = [asObject(document), asObject(asObject(document)?.["graph"])].find(isGraph);
  if (graph === undefined) return undefined;
  const outcomes = nodesOf(graph).flatMap((value, index) => {
    const node = asObject(value);
    if (node === undefined || !isProcess(node)) return [];
    return [readProcessNode(node, `${fileName}: nodes[${index}]`, now)];
  });
  return gatherReading("triads", outcomes, { isReplaced: false });
}

function isGraph(graph: LooseObject | undefined): graph is LooseObject {
  if (graph === undefined || asList(graph["nodes"]) === undefined) return false;
  const hasLinks = [graph["links"], graph["edges"]].some((links) => asList(links) !== undefined);
  return hasLinks || nodesOf(graph).some((node) => isProcess(asObject(node) ?? {}));
}

function nodesOf(graph: LooseObject): readonly unknown[] {
  return asList(graph["nodes"]) ?? [];
}

function isProcess(node: LooseObject): boolean {
  return node["type"] === "Concept" && !isBlank(node["process_type"]);
}
