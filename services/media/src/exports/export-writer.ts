import { createReadStream, createWriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AVATAR_KEY,
  type ChallengeRecord,
  type GoalRecord,
  type ListRecord,
  type MessageView,
  type SessionView,
  type StoryRecord,
  type WishRecord,
  avatarPath,
} from '@duet/contracts';
import { ZipFile } from 'yazl';
import type { AttachmentsService } from '../attachments/attachments.service.js';
import type { FileToStore, SealedObjects } from '../sealing/sealed-objects.js';
import type { AvatarPictures } from '../avatars/avatar-pictures.js';
import { ExportAuthors } from './export-authors.js';
import type { ExportReader, ExportedCapsule, Records } from './export-reader.js';
import { exportPage } from './export-page.js';
import { exportedFiles } from './exported-media.js';
import { couplesOf } from './exported-couple.js';
import { addFiles, saveZip } from './zip-parts.js';

interface Task {
  reader: ExportReader;
  objects: SealedObjects;
  avatars: AvatarPictures;
  attachments: AttachmentsService;
  /** A temporary folder for the messages and the ZIP. */
  folder: string;
  at: Date;
  signal: AbortSignal;
}

/** A ZIP on the disk, and the ids of the users whose data it contains. */
export interface WrittenExport {
  zip: FileToStore;
  authors: string[];
}

/** Writes all data of a user into a ZIP on the disk. Messages are read once and never all in memory. */
export async function writeExport({
  reader,
  objects,
  avatars,
  attachments,
  folder,
  at,
  signal,
}: Task): Promise<WrittenExport> {
  const records = await reader.records();
  const authors = new ExportAuthors();
  authors.addRecords(records);
  const write = async <One>(
    name: string,
    exported: AsyncIterable<One>,
    addAuthors: (record: One) => void,
  ): Promise<string> => {
    const path = join(folder, name);
    await pipeline(
      Readable.from(linesOf(exported, addAuthors)),
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
      {
        signal,
      },
    );
    return path;
  };
  const messagesPath = await write('messages.jsonl', messagesOf(reader, records), (one) => authors.addMessage(one));
  const capsulesPath = await write('capsules.jsonl', reader.capsules(), (one) => authors.addCapsule(one));
  const challengesPath = await write('challenges.jsonl', reader.challenges(), (one) => authors.addChallenge(one));
  const goalsPath = await write('goals.jsonl', reader.goals(), (one) => authors.addGoal(one));
  const storiesPath = await write('stories.jsonl', reader.stories(), (one) => authors.addStory(one));
  const listsPath = await write('lists.jsonl', reader.lists(), (one) => authors.addList(one));
  const wishesPath = await write('wishes.jsonl', reader.wishes(), (one) => authors.addWish(one));
  const avatar = await avatarOf(records, avatars);
  const zip = new ZipFile();
  const media = await addFiles(
    zip,
    exportedFiles(
      {
        messages: linesIn<MessageView>(messagesPath),
        capsules: linesIn<ExportedCapsule>(capsulesPath),
        challenges: linesIn<ChallengeRecord>(challengesPath),
        stories: linesIn<StoryRecord>(storiesPath),
      },
      attachments,
    ),
    ({ object }) => objects.openLarge(object),
    at,
  );
  const page = exportPage(
    { records, couples: couplesOf(records), avatar, media, at },
    () => linesIn<MessageView>(messagesPath),
    () => linesIn<ExportedCapsule>(capsulesPath),
    () => linesIn<ChallengeRecord>(challengesPath),
    () => linesIn<GoalRecord>(goalsPath),
    () => linesIn<StoryRecord>(storiesPath),
    () => linesIn<ListRecord>(listsPath),
    () => linesIn<WishRecord>(wishesPath),
  );
  const options = { mtime: at };
  zip.addReadStreamLazy('index.html', options, (give) => give(null, Readable.from(page)));
  for (const [name, content] of Object.entries(files(records)))
    zip.addBuffer(Buffer.from(`${JSON.stringify(content, null, 2)}\n`), name, options);
  for (const path of [messagesPath, capsulesPath, challengesPath, goalsPath, storiesPath, listsPath, wishesPath])
    zip.addReadStreamLazy(basename(path), options, (give) => give(null, createReadStream(path)));
  if (avatar) zip.addBuffer(avatar, 'media/avatar.webp', { ...options, compress: false });
  zip.end();
  return { zip: await saveZip(zip, join(folder, 'export.zip'), signal), authors: authors.ids };
}

async function* messagesOf(reader: ExportReader, { conversations }: Records): AsyncGenerator<MessageView> {
  for (const { chatId } of conversations) yield* reader.messages(chatId);
}

/** Each record as a line of JSON. @param addAuthors remembers the people that it names */
async function* linesOf<One>(records: AsyncIterable<One>, addAuthors: (record: One) => void): AsyncGenerator<string> {
  for await (const record of records) {
    addAuthors(record);
    yield `${JSON.stringify(record)}\n`;
  }
}

/** Reads a file that this process wrote, so its lines are valid. */
async function* linesIn<Line>(path: string): AsyncGenerator<Line> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity }))
    yield JSON.parse(line) as Line;
}

/** `current` would mean the export's own session, which is no device of the user. */
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
  'challenge-templates.json': records.templates,
  'reports.json': records.reports,
});

async function avatarOf({ profile }: Records, avatars: AvatarPictures): Promise<Buffer | null> {
  const key = profile.avatar?.split('/').find((part) => AVATAR_KEY.test(part));
  if (!key || profile.avatar !== avatarPath(key)) return null;
  return avatars.read(key, 512);
}
