import type { Line } from '../lines.js';
import { FileCard } from './file-card.js';
import { useShownMedia } from './shown.js';
import { VoiceNote } from './voice-note.js';
import { Visuals } from './visuals.js';

/** What a message carries besides its text, stored or still on its way: photos and videos, a voice note, or a file. */
export function Attachments({ line }: { line: Line }) {
  const media = useShownMedia(line);
  const [first] = media?.items ?? [];
  if (!media || !first) return null;
  if (first.kind === 'voice') return <VoiceNote item={first} message={line.message} trackKey={line.key} clientMessageId={media.clientMessageId} />;
  if (first.kind === 'file') return media.items.map((item) => <FileCard key={item.key} item={item} upload={media.isEcho ? media.clientMessageId : null} />);
  return <Visuals media={media} at={line.at} seq={line.seq} />;
}
