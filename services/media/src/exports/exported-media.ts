import type { MessageView } from '@duet/contracts';
import type { KeptObject } from '../attachments/attachment.entity.js';
import type { AttachmentsService } from '../attachments/attachments.service.js';

/** A file of a message, and where it lies in the export. */
export interface ExportedFile {
  id: string;
  path: string;
  object: KeptObject;
}

/** So many are looked up at a time. */
const BATCH = 200;

/** Two files may have one name; the end of an id makes it another. */
const pathOf = (id: string, filename: string): string => `media/${id.slice(-12)}-${filename}`;

/** Also the picture of its preview. */
const idsOf = ({ attachments, preview }: MessageView): string[] => [...attachments.map(({ id }) => id), ...(preview?.image ? [preview.image.id] : [])];

/** The files of all these messages, as far as they are kept, in the messages' order. */
export async function* exportedFiles(messages: AsyncIterable<MessageView>, attachments: AttachmentsService): AsyncGenerator<ExportedFile> {
  let waiting: string[] = [];
  for await (const message of messages) {
    waiting.push(...idsOf(message));
    if (waiting.length < BATCH) continue;
    yield* found(waiting, attachments);
    waiting = [];
  }
  yield* found(waiting, attachments);
}

async function* found(ids: readonly string[], attachments: AttachmentsService): AsyncGenerator<ExportedFile> {
  const originals = await attachments.originals(ids);
  for (const id of ids) {
    const original = originals.get(id);
    if (original) yield { id, path: pathOf(id, original.filename), object: original.object };
  }
}
