import { shortHash } from "../../lesson/record/short-hash.ts";
import { blameOf } from "../derive/blame-of.ts";
import type { Story } from "./episode.ts";

/** Where an episode belongs. Both are functions of the episode alone, so that no order matters. */
export interface ClusterPlace {
  /** Episodes of the same cluster are the same mistake. */
  readonly cluster: string;
  /** Clusters of the same block may turn out to say the same in other words. */
  readonly block: string;
}

export function clusterOf(story: Story): ClusterPlace {
  switch (story.is) {
    case "failure": {
      // A slip in using the agent's own tools is the same slip whatever file it happened to.
      if (story.about === "harness") {
        return { block: "harness", cluster: `harness|${story.failureClass}` };
      }
      const { name, failureClass } = blameOf(story);
      const block = `${story.tool}|${name}`;
      return { block, cluster: `${block}|${failureClass}|${story.signature}` };
    }
    case "saying":
      return { block: "saying", cluster: `saying|${digest(story.words)}` };
    case "report": {
      const { kind, body } = story.draft;
      return { block: `report|${kind}`, cluster: `report|${digest(JSON.stringify([kind, body]))}` };
    }
    case "cancel":
      return { block: "cancel", cluster: `cancel|${story.slug}` };
  }
}

function digest(text: string): string {
  return shortHash(text.toLowerCase().replaceAll(/\s+/g, " ").trim()).toString(36);
}
