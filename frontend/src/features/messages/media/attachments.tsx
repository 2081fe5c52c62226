import type { Line } from '../lines.js';
import { FileCard } from '../../../media/file-card.js';
import { useMessageMedia } from './media-items.js';
import { UploadRing } from './tray/upload-state.js';
import { VoiceNote } from './voice/voice-note.js';
import { Visuals } from './visuals.js';

/** The attachments of a message, stored or pending: photos and videos, a voice note, or files. */
export function Attachments({ line }: { line: Line }) {
  const media = useMessageMedia(line);
  const [first] = media?.items ?? [];
  if (!media || !first) return null;
  if (first.kind === 'voice')
    return (
      <VoiceNote item={first} message={line.message} trackKey={line.key} clientMessageId={media.clientMessageId} />
    );
  if (first.kind === 'file')
    return media.items.map((item) => (
      <FileCard
        key={item.key}
        item={item}
        aside={media.isEcho && <UploadRing clientMessageId={media.clientMessageId} />}
      />
    ));
  return <Visuals media={media} at={line.at} seq={line.seq} />;
}
