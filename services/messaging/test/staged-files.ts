import { createHash, randomUUID } from 'node:crypto';
import { type SendMediaDto, type StagedAttachmentDto, attachmentPath } from '@duet/contracts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A photo as media has staged it. */
export const photo = (given: Partial<StagedAttachmentDto> = {}): StagedAttachmentDto => {
  const id = given.id ?? randomUUID();
  return {
    id,
    kind: 'image',
    filename: 'beach.jpg',
    size: 4321,
    mimeType: 'image/jpeg',
    sha256: sha256(id),
    thumbnail: attachmentPath(id, 'thumbnail'),
    blur: 'data:image/webp;base64,AAAA',
    width: 1600,
    height: 1200,
    ...given,
  };
};

/** A recording as media has staged it. */
export const voice = (given: Partial<StagedAttachmentDto> = {}): StagedAttachmentDto => {
  const id = given.id ?? randomUUID();
  return { id, kind: 'voice', filename: 'voice.webm', size: 900, mimeType: 'audio/webm', sha256: sha256(id), ...given };
};

/** A message with staged files. */
export const mediaMessage = (
  chatId: string,
  attachments: StagedAttachmentDto[],
  given: Partial<SendMediaDto> = {},
): SendMediaDto => ({
  chatId,
  messageType: attachments[0]?.kind ?? 'file',
  attachments,
  clientMessageId: randomUUID(),
  ...given,
});
