import { type EventEnvelope, firstLink, previewDropped, previewWanted } from '@duet/contracts';
import { factEnvelope } from '@duet/service-kit';
import type { MessageRow } from '../messages/message.rows.js';
import { shownPreview } from './stored-preview.js';

const pictureOf = ({ preview }: MessageRow): string[] => {
  const image = shownPreview(preview)?.image;
  return image ? [image.id] : [];
};

/** All that media keeps for a message. */
export const filesOf = (message: MessageRow): string[] => [...message.attachments.map(({ id }) => id), ...pictureOf(message)];

/** What media has to know when a message becomes another one, besides that it is deleted. */
export function previewFacts(before: MessageRow, after: MessageRow, actorId: string): EventEnvelope[] {
  if (after.deletedAt) return [];
  const { chatId, id: messageId } = after;
  const kept = pictureOf(after);
  const attachmentIds = pictureOf(before).filter((id) => !kept.includes(id));
  const link = firstLink(after.content);
  return [
    ...(attachmentIds.length > 0 ? [factEnvelope(previewDropped, chatId, { chatId, messageId, attachmentIds })] : []),
    ...(link !== null && link !== firstLink(before.content) ? [factEnvelope(previewWanted, chatId, { chatId, messageId, actorId })] : []),
  ];
}
