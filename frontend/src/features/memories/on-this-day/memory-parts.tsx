import type { ContributionView } from '@duet/contracts';
import { FileCard } from '../../../media/file-card.js';
import { entityItem } from '../../../media/stored/entity-item.js';
import { EntityVoice } from '../../../media/stored/entity-voice.js';
import { useNames } from '../../../platform/account/names.js';
import { CapsuleFiles } from '../capsules/album/capsule-files.js';
import { PiecePictures } from '../capsules/album/piece-pictures.js';
import { KeptQuote } from '../capsules/kept-quote.js';

/** The kept message or answers of a contribution, and its files. */
export function MemoryParts({ contribution }: { contribution: ContributionView }) {
  const { nameOf } = useNames();
  const { capsuleId, attachments } = contribution;
  return (
    <CapsuleFiles capsuleId={capsuleId}>
      <KeptQuote contribution={contribution} nameOf={nameOf} />
      <PiecePictures contribution={contribution} />
      {attachments
        .filter(({ kind }) => kind === 'voice')
        .map((attachment) => (
          <EntityVoice key={attachment.id} attachment={attachment} />
        ))}
      {attachments
        .filter(({ kind }) => kind === 'file')
        .map((attachment) => (
          <FileCard key={attachment.id} item={entityItem(attachment)} />
        ))}
    </CapsuleFiles>
  );
}
