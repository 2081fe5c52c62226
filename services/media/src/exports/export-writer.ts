import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AVATAR_KEY, type MessageView, type SessionView, avatarPath } from '@duet/contracts';
import { ZipFile } from 'yazl';
import type { AttachmentsService } from '../attachments/attachments.service.js';
import { avatarObject } from '../avatars/avatar.objects.js';
import type { FileToStore, ObjectStore } from '../storage/object-store.js';
import type { ExportReader, Records } from './export-reader.js';
import { exportPage } from './export-page.js';
import { type ExportedFile, exportedFiles } from './exported-media.js';
import { couplesOf } from './exported-couple.js';

interface Task {
  reader: ExportReader;
  store: ObjectStore;
  attachments: AttachmentsService;
  /** Ours while it lasts: for what was said, and the ZIP. */
  folder: string;
  at: Date;
  signal: AbortSignal;
}

/** Writes everything a person has here into a ZIP on the disk. Messages are read once and never all in memory. */
export async function writeExport({ reader, store, attachments, folder, at, signal }: Task): Promise<FileToStore> {
  const records = await reader.records();
  const said = join(folder, 'messages.jsonl');
  await pipeline(Readable.from(lines(reader, records)), createWriteStream(said, { flags: 'wx', mode: 0o600 }), { signal });
  const avatar = await avatarOf(records, store);
  const zip = new ZipFile();
  const media = await addFiles(zip, exportedFiles(messagesIn(said), attachments), store, at);
  const page = exportPage({ records, couples: couplesOf(records), avatar, media, at }, () => messagesIn(said));
  const options = { mtime: at };
  zip.addReadStreamLazy('index.html', options, (give) => give(null, Readable.from(page)));
  for (const [name, content] of Object.entries(files(records))) zip.addBuffer(Buffer.from(`${JSON.stringify(content, null, 2)}\n`), name, options);
  zip.addReadStreamLazy('messages.jsonl', options, (give) => give(null, createReadStream(said)));
  if (avatar) zip.addBuffer(avatar, 'media/avatar.webp', { ...options, compress: false });
  zip.end();
  return save(zip, join(folder, 'export.zip'), signal);
}

/** Pictures, films and sounds are packed already; each is read when its turn comes. @returns where each attachment lies */
async function addFiles(zip: ZipFile, exported: AsyncIterable<ExportedFile>, store: ObjectStore, mtime: Date): Promise<Map<string, string>> {
  const places = new Map<string, string>();
  for await (const { id, path, object } of exported) {
    places.set(id, path);
    zip.addReadStreamLazy(path, { mtime, compress: false, size: object.bytes }, (give) => {
      store.openLarge(object.name, object.bytes).then(
        (stream) => (stream ? give(null, stream) : give(new Error(`${path} is not there any more`), Readable.from([]))),
        (cause: unknown) => give(cause, Readable.from([])),
      );
    });
  }
  return places;
}

async function* lines(reader: ExportReader, { conversations }: Records): AsyncGenerator<string> {
  for (const { chatId } of conversations) {
    for await (const message of reader.messages(chatId)) yield `${JSON.stringify(message)}\n`;
  }
}

async function* messagesIn(path: string): AsyncGenerator<MessageView> {
  // Our own file: each line is a message that was validated on its way in.
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) yield JSON.parse(line) as MessageView;
}

/** Which of them is the present one says nothing here: the one that reads is none of the person's devices. */
function deviceOf(session: SessionView): Omit<SessionView, 'current'> {
  const { current: _, ...device } = session;
  return device;
}

const files = (records: Records): Record<string, unknown> => ({
  'profile.json': records.profile,
  'settings.json': records.settings,
  'sessions.json': records.sessions.map(deviceOf),
  'couples.json': couplesOf(records),
  'daily-questions.json': records.daily,
});

async function avatarOf({ profile }: Records, store: ObjectStore): Promise<Buffer | null> {
  const key = profile.avatar?.split('/').find((part) => AVATAR_KEY.test(part));
  if (!key || profile.avatar !== avatarPath(key)) return null;
  const picture = await store.open(avatarObject(key, 512));
  return picture && Buffer.concat(await picture.stream.toArray());
}

/** @throws whatever made an entry unreadable; a ZIP that is cut short is never taken for whole. */
async function save(zip: ZipFile, path: string, signal: AbortSignal): Promise<FileToStore> {
  const broken = new AbortController();
  zip.once('error', (cause) => broken.abort(cause));
  const hash = createHash('sha256');
  const bytes = new PassThrough().on('data', (chunk: Buffer) => hash.update(chunk));
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(zip.outputStream, bytes, file, { signal: AbortSignal.any([signal, broken.signal]) });
  if (!file.closed) await once(file, 'close');
  return { path, bytes: file.bytesWritten, sha256: hash.digest('hex') };
}
