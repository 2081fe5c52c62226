import type { ContributionView } from '@duet/contracts';
import { FileCard } from '../../../media/file-card.js';
import { entityItem } from '../../../media/stored/entity-item.js';
import { EntityVoice } from '../../../media/stored/entity-voice.js';

/** The voice notes of a contribution, then its documents. */
export const PieceFiles = ({ contribution: { attachments } }: { contribution: ContributionView }) => (
  <>
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
  </>
);
