import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { RestitutionCapsule, RestitutionRecord } from '@duet/contracts';
import { ZipFile } from 'yazl';
import type { AttachmentsService } from '../attachments/attachments.service.js';
import { type PageCapsule, capsulesSection } from '../exports/export-capsules.js';
import { pageHead } from '../exports/export-page.js';
import { type ExportedFile, filesOf } from '../exports/exported-media.js';
import { addFiles, saveZip } from '../exports/zip-parts.js';
import type { FileToStore, SealedObjects } from '../sealing/sealed-objects.js';
import { pageTexts } from '../texts/index.js';

interface Task {
  userId: string;
  /** Of the page's words and dates. */
  language: string;
  records: readonly RestitutionRecord[];
  objects: SealedObjects;
  attachments: AttachmentsService;
  /** A temporary folder for the ZIP. */
  folder: string;
  at: Date;
  signal: AbortSignal;
}

interface FilledCapsule extends RestitutionCapsule {
  contributions: RestitutionRecord['contribution'][];
}

/** Writes own contributions into a ZIP on the disk: a page to read, `capsules.jsonl` for programs, and the files. */
export async function writeRestitution({
  userId,
  language,
  records,
  objects,
  attachments,
  folder,
  at,
  signal,
}: Task): Promise<FileToStore> {
  const capsules = filledCapsules(records);
  const ids = records.map(({ contribution }) => (contribution.attachments ?? []).map(({ id }) => id));
  const zip = new ZipFile();
  const media = await addFiles(
    zip,
    existing(filesOf(ids, attachments), objects),
    ({ object }) => objects.openLarge(object),
    at,
  );
  const options = { mtime: at };
  zip.addReadStreamLazy('index.html', options, (give) =>
    give(null, Readable.from(page(capsules, userId, language, media, at))),
  );
  const lines = capsules.map((capsule) => `${JSON.stringify(capsule)}\n`);
  zip.addReadStreamLazy('capsules.jsonl', options, (give) => give(null, Readable.from(lines)));
  zip.end();
  return saveZip(zip, join(folder, 'restitution.zip'), signal);
}

/** The contributions in their capsules, both in the order of their age. */
function filledCapsules(records: readonly RestitutionRecord[]): FilledCapsule[] {
  const capsules = new Map<string, FilledCapsule>();
  for (const { capsule, contribution } of records) {
    const known = capsules.get(capsule.id) ?? { ...capsule, contributions: [] };
    known.contributions.push(contribution);
    capsules.set(capsule.id, known);
  }
  return [...capsules.values()];
}

/** Leaves out lost objects: one of them must not keep everything else from being given back and purged. */
async function* existing(files: AsyncIterable<ExportedFile>, objects: SealedObjects): AsyncGenerator<ExportedFile> {
  for await (const file of files) {
    const beginning = await objects.openRange(file.object, { start: 0, end: 0 });
    beginning?.destroy();
    if (beginning) yield file;
  }
}

async function* page(
  capsules: readonly FilledCapsule[],
  userId: string,
  language: string,
  media: ReadonlyMap<string, string>,
  at: Date,
): AsyncGenerator<string> {
  const texts = pageTexts(language);
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(at);
  yield pageHead(texts, {
    title: texts.givenBack,
    at,
    line: [texts.whatYouPut, day],
    skip: ['capsules', texts.skipToCapsules],
  });
  const shown = capsules.map((capsule): PageCapsule => ({ ...capsule, coupleId: '', description: '', comments: [] }));
  yield* capsulesSection({ userId, couples: [], media, texts, locale: language }, shown);
  yield '</main>\n</body>\n</html>\n';
}
