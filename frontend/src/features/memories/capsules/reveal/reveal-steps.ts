import type { ContributionAttachment, ContributionView } from '@duet/contracts';
import { isKept, isVisual } from '../album/album-rows.js';

/** The content of one envelope: a picture or video, or words with their voice notes and documents. */
export interface RevealStep {
  key: string;
  contribution: ContributionView;
  /** Null for words, voice notes and documents. */
  visual: ContributionAttachment | null;
}

/** Each picture and video in an envelope of its own, the words of a contribution before them. */
export function revealSteps(contributions: readonly ContributionView[]): RevealStep[] {
  return contributions.flatMap((contribution) => {
    const visuals = contribution.attachments.filter(isVisual);
    const hasOthers = visuals.length < contribution.attachments.length;
    const steps: RevealStep[] = visuals.map((visual) => ({ key: visual.id, contribution, visual }));
    // The words of a single picture stand below it; what was kept says first whose it is.
    const hasWords = contribution.text !== '' && visuals.length > 1;
    const ownStep = visuals.length === 0 || hasOthers || isKept(contribution) || hasWords;
    return ownStep ? [{ key: contribution._id, contribution, visual: null }, ...steps] : steps;
  });
}
