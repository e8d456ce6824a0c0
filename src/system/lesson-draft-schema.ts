import * as z from "zod";
import type { LessonDraft } from "../core/draft.ts";
import { deliveries, sources } from "../core/lesson.ts";
import { statuses } from "../core/lifecycle.ts";
import {
  confidence,
  flag,
  forEachKind,
  id,
  instant,
  line,
  priority,
  scope,
  slug,
  someTriggers,
  summary,
  tags,
} from "./lesson-parts-schema.ts";

const draftFields = {
  summary,
  id: id.exactOptional(),
  slug: slug.exactOptional(),
  status: z.enum(statuses).exactOptional(),
  archiveReason: line.exactOptional(),
  priority: priority.exactOptional(),
  confidence: confidence.exactOptional(),
  tags: tags.exactOptional(),
  scope: scope.exactOptional(),
  triggers: someTriggers.exactOptional(),
  delivery: z.enum(deliveries).exactOptional(),
  source: z.enum(sources).exactOptional(),
  validFrom: line.exactOptional(),
  validUntil: line.exactOptional(),
  supersededBy: slug.exactOptional(),
  flags: z.array(flag).exactOptional(),
  createdAt: instant.exactOptional(),
  updatedAt: instant.exactOptional(),
  reviewedAt: instant.exactOptional(),
};

/** What `lessons add` takes, and what every import is turned into first. */
export const lessonDraftSchema: z.ZodType<LessonDraft> = forEachKind(draftFields);
