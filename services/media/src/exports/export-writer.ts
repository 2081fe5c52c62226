import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AVATAR_KEY, type MessageView, type SessionView, avatarPath } from '@duet/contracts';
import { ZipFile } from 'yazl';
import { avatarObject } from '../avatars/avatar.objects.js';
import type { FileToStore, ObjectStore } from '../storage/object-store.js';
import type { ExportReader, Records } from './export-reader.js';
import { exportPage } from './export-page.js';
import { couplesOf } from './exported-couple.js';

interface Task {
  reader: ExportReader;
  store: ObjectStore;
  /** Files of ours while it lasts: what was said, and the ZIP. */
  paths: { messages: string; zip: string };
  at: Date;
  signal: AbortSignal;
}

/** Writes everything a person has here into a ZIP on the disk. Messages are read once and never all in memory. */
export async function writeExport({ reader, store, paths, at, signal }: Task): Promise<FileToStore> {
  const records = await reader.records();
  await pipeline(Readable.from(lines(reader, records)), createWriteStream(paths.messages, { flags: 'wx', mode: 0o600 }), { signal });
  const avatar = await avatarOf(records, store);
  const page = exportPage({ records, couples: couplesOf(records), avatar, at }, () => messagesIn(paths.messages));
  const zip = new ZipFile();
  const options = { mtime: at };
  zip.addReadStreamLazy('index.html', options, (give) => give(null, Readable.from(page)));
  for (const [name, content] of Object.entries(files(records))) zip.addBuffer(Buffer.from(`${JSON.stringify(content, null, 2)}\n`), name, options);
  zip.addReadStreamLazy('messages.jsonl', options, (give) => give(null, createReadStream(paths.messages)));
  if (avatar) zip.addBuffer(avatar, 'media/avatar.webp', { ...options, compress: false });
  zip.end();
  return save(zip, paths.zip, signal);
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
