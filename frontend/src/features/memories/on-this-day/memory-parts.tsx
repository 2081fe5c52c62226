import type { ContributionView } from '@duet/contracts';
import { useNames } from '../../../platform/account/names.js';
import { CapsuleFiles } from '../capsules/album/capsule-files.js';
import { PiecePictures } from '../capsules/album/piece-pictures.js';
import { KeptQuote } from '../capsules/kept-quote.js';
import { PieceFiles } from '../capsules/piece-files.js';

/** The kept message or answers of a contribution, and its files. */
export function MemoryParts({ contribution }: { contribution: ContributionView }) {
  const { nameOf } = useNames();
  return (
    <CapsuleFiles capsuleId={contribution.capsuleId}>
      <KeptQuote contribution={contribution} nameOf={nameOf} />
      <PiecePictures contribution={contribution} />
      <PieceFiles contribution={contribution} />
    </CapsuleFiles>
  );
}
