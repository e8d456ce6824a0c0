import type { Detector } from "./detector.ts";
import { correctionEpisode } from "./user-correction.ts";

/** A person does not let a call happen and says why. */
export const rejection: Detector = {
  name: "rejection",
  onAnswered: (remark, { desk }) => {
    if (!remark.remark.isRejectionReason) return;
    const episode = correctionEpisode(remark);
    if (episode !== undefined) desk.file(episode);
  },
};
