import type { ContributionAttachment, ContributionView } from '@duet/contracts';

/** The content of one envelope: a picture or video, or words with their voice notes. */
export interface RevealStep {
  key: string;
  contribution: ContributionView;
  /** Null for words and voice notes. */
  visual: ContributionAttachment | null;
}

/** Each picture and video in an envelope of its own, the words of a contribution before them. */
export function revealSteps(contributions: readonly ContributionView[]): RevealStep[] {
  return contributions.flatMap((contribution) => {
    const visuals = contribution.attachments.filter(({ kind }) => kind !== 'voice');
    const hasVoice = visuals.length < contribution.attachments.length;
    const steps: RevealStep[] = visuals.map((visual) => ({ key: visual.id, contribution, visual }));
    // The words of a single picture stand below it.
    const ownStep = visuals.length === 0 || hasVoice || (contribution.text !== '' && visuals.length > 1);
    return ownStep ? [{ key: contribution._id, contribution, visual: null }, ...steps] : steps;
  });
}
