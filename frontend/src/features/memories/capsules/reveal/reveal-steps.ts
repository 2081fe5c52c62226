import type { ContributionAttachment, ContributionView } from '@duet/contracts';
import { grouped } from '../../map/grouped.js';
import { isKept, isVisual } from '../album/album-rows.js';

/** The content of one envelope: a picture or video, or words with their voice notes and documents. */
export interface RevealStep {
  key: string;
  contribution: ContributionView;
  /** Null for words, voice notes and documents. */
  visual: ContributionAttachment | null;
}

/** Within a day, the next piece of the other author follows each piece while there is one. */
function alternated(contributions: readonly ContributionView[]): ContributionView[] {
  const ordered: ContributionView[] = [];
  for (const ofDay of grouped(contributions, ({ happenedAt }) => happenedAt).values()) {
    const rest = [...ofDay];
    while (rest.length > 0) {
      const last = ordered.at(-1)?.author;
      const next = Math.max(
        0,
        rest.findIndex(({ author }) => author !== last),
      );
      ordered.push(...rest.splice(next, 1));
    }
  }
  return ordered;
}

/** By day with alternating authors. Each picture and video in an envelope of its own, the words of a contribution before them. */
export function revealSteps(contributions: readonly ContributionView[]): RevealStep[] {
  return alternated(contributions).flatMap((contribution) => {
    const visuals = contribution.attachments.filter(isVisual);
    const hasOthers = visuals.length < contribution.attachments.length;
    const steps: RevealStep[] = visuals.map((visual) => ({ key: visual.id, contribution, visual }));
    // The words of a single picture stand below it; what was kept says first whose it is.
    const hasWords = contribution.text !== '' && visuals.length > 1;
    const ownStep = visuals.length === 0 || hasOthers || isKept(contribution) || hasWords;
    return ownStep ? [{ key: contribution._id, contribution, visual: null }, ...steps] : steps;
  });
}
