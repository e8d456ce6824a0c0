import type { Body, Kind } from "./body.ts";
import type { FieldsWith, FieldValue } from "./lesson.ts";
import type { Triggers } from "./triggers.ts";

/**
 * A lesson as somebody hands it in: what it says, and as much of the rest as they know.
 * Ids, slug, hash and times that are missing are given to it when it is taken in.
 */
export type LessonDraft = { [K in Kind]: DraftOf<K> }[Kind];

interface DraftOf<K extends Kind> extends GivenFields {
  readonly kind: K;
  readonly body: Body<K>;
  readonly summary: string;
}

type GivenFields = {
  readonly [Name in FieldsWith<{ draft: "optional" }>]?: DraftValue<Name> | undefined;
};

/** Tags and triggers come in as people write them: the schema makes tags of texts, and what is not said is empty. */
type DraftValue<Name extends FieldsWith<{ draft: "optional" }>> = Name extends "tags"
  ? readonly string[]
  : Name extends "triggers"
    ? Partial<Triggers>
    : FieldValue<Name>;
