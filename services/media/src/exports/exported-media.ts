import type { ChallengeRecord, MessageView, StoryRecord } from '@duet/contracts';
import type { ExportedCapsule } from './export-reader.js';
import type { AttachmentsService } from '../attachments/attachments.service.js';
import type { StoredObject } from '../sealing/sealed-objects.js';

/** An attachment and its path in the ZIP. */
export interface ExportedFile {
  id: string;
  path: string;
  object: StoredObject;
}

/** Attachments of one query. */
const BATCH = 200;

/** The end of the id keeps the paths of equal file names apart. */
export const pathOf = (id: string, filename: string): string => `media/${id.slice(-12)}-${filename}`;

/** The ids of a message's attachments and of its preview's picture. */
const idsOf = ({ attachments, preview }: MessageView): string[] => [
  ...attachments.map(({ id }) => id),
  ...(preview?.image ? [preview.image.id] : []),
];

/** The ids of a capsule's files. */
const idsIn = ({ coverId, contributions }: ExportedCapsule): string[] => [
  ...(coverId === undefined ? [] : [coverId]),
  ...contributions.flatMap(({ attachments = [] }) => attachments.map(({ id }) => id)),
];

/** The ids of the proofs' files. */
const idsOfProofs = ({ proofs }: ChallengeRecord): string[] =>
  proofs.flatMap(({ attachments = [] }) => attachments.map(({ id }) => id));

/** The ids of the photos of a story. */
const idsOfPhotos = ({ answers }: StoryRecord): string[] =>
  answers.flatMap(({ attachments = [] }) => attachments.map(({ id }) => id));

interface Sources {
  messages: AsyncIterable<MessageView>;
  capsules: AsyncIterable<ExportedCapsule>;
  challenges: AsyncIterable<ChallengeRecord>;
  stories: AsyncIterable<StoryRecord>;
}

async function* idsOfAll({ messages, capsules, challenges, stories }: Sources): AsyncGenerator<string[]> {
  for await (const message of messages) yield idsOf(message);
  for await (const capsule of capsules) yield idsIn(capsule);
  for await (const challenge of challenges) yield idsOfProofs(challenge);
  for await (const story of stories) yield idsOfPhotos(story);
}

/** The stored files of the messages, capsules, challenges and stories, in their order. */
export const exportedFiles = (sources: Sources, attachments: AttachmentsService): AsyncGenerator<ExportedFile> =>
  filesOf(idsOfAll(sources), attachments);

/** The stored files among these ids, in their order. */
export async function* filesOf(
  all: AsyncIterable<string[]> | Iterable<string[]>,
  attachments: AttachmentsService,
): AsyncGenerator<ExportedFile> {
  let waiting: string[] = [];
  for await (const ids of all) {
    waiting.push(...ids);
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
