import type { YearProposal } from '@duet/contracts';
import { useState } from 'react';
import { late } from '../../../ui/late.js';
import { useGetOurYearQuery } from './our-year-api.js';

// A proposal is there on two days of the year: the pages of all other days do without it.
const ChooseMoments = late(async () => (await import('./year-proposal.js')).ChooseMoments);
const ProposalCard = late(async () => (await import('./year-proposal.js')).ProposalCard);

const useProposal = () => useGetOurYearQuery().currentData?.proposal;

/** Proposes the keepsake of a year on its two days; empty on all others. */
export function OurYear() {
  const proposed = useProposal();
  // The keepsake exists before its photos lie in it, and then it is proposed no more.
  const [begun, setBegun] = useState<YearProposal | null>(null);
  const proposal = begun ?? proposed;
  return proposal ? (
    <ChooseMoments
      key={`${proposal.occasion}-${proposal.year}`}
      proposal={proposal}
      onBegin={(hasBegun) => setBegun(hasBegun ? proposal : null)}
    />
  ) : null;
}

/** The same on the dashboard, in short. */
export function OurYearCard() {
  const proposal = useProposal();
  return proposal ? <ProposalCard proposal={proposal} /> : null;
}
