import { type EventEnvelope, firstLink, previewDropped, previewWanted } from '@duet/contracts';
import { eventEnvelope } from '@duet/service-kit';
import type { MessageRow } from './message.queries.js';
import { shownPreview } from './stored-preview.js';

const pictureOf = ({ preview }: MessageRow): string[] => {
  const image = shownPreview(preview)?.image;
  return image ? [image.id] : [];
};

/** The ids of all files that media stores for a message. */
export const filesOf = (message: MessageRow): string[] => [
  ...message.attachments.map(({ id }) => id),
  ...pictureOf(message),
];

/** Events for media about the links of a changed message; a deletion has its own event. */
export function previewEvents(before: MessageRow, after: MessageRow, actorId: string): EventEnvelope[] {
  if (after.deletedAt) return [];
  const { chatId, id: messageId } = after;
  const kept = pictureOf(after);
  const attachmentIds = pictureOf(before).filter((id) => !kept.includes(id));
  const link = firstLink(after.content);
  return [
    ...(attachmentIds.length > 0 ? [eventEnvelope(previewDropped, chatId, { chatId, messageId, attachmentIds })] : []),
    ...(link !== null && link !== firstLink(before.content)
      ? [eventEnvelope(previewWanted, chatId, { chatId, messageId, actorId })]
      : []),
  ];
}
