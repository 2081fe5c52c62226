import {
  type CopiedFileDto,
  type FinishedChallenge,
  type KeepableMessage,
  type KeepsakeFile,
  type KeepsakePart,
  type KeptMessageView,
  type RevealedQuestion,
  type StoryKeepsakePart,
  type StoryKeepsakeSource,
  TEXTS,
  FIELD_TEXTS,
} from '@duet/contracts';
import { dayIn, fieldError } from '@duet/service-kit';
import { v7 as uuid } from 'uuid';
import type { Membership } from '../couples/couples.service.js';
import type { Capsule } from '../capsules/capsule.entity.js';
import { Contribution } from '../capsules/contribution.entity.js';
import type { NewFile } from '../capsules/contribution-files.js';

/** The columns of a contribution that say what it copies. */
export type KeptCopy = Pick<
  Contribution,
  'kind' | 'text' | 'keptBy' | 'keptMessage' | 'keptAnswers' | 'keptChallenge' | 'keptStory' | 'happenedOn'
> & {
  keptId: string;
};

/** An answer in a story has no id of its own. */
type StoryCopy = Omit<KeptCopy, 'keptId'> & { keptId: null };

const NOTHING = { text: '', keptBy: [], keptMessage: null, keptAnswers: null, keptChallenge: null, keptStory: null };

export const keptMessageOf = ({
  messageId,
  seq,
  senderId,
  content,
  sticker,
  createdAt,
}: KeepableMessage): KeptMessageView => ({
  messageId,
  seq,
  by: senderId,
  words: content,
  ...(sticker !== undefined && { sticker }),
  sentAt: createdAt,
});

/** @param timezone the couple's, which decides the day of the message */
export const copyOfMessage = (message: KeepableMessage, timezone: string): KeptCopy => ({
  ...NOTHING,
  kind: 'message',
  keptId: message.messageId,
  keptBy: [message.senderId],
  keptMessage: keptMessageOf(message),
  happenedOn: dayIn(new Date(message.createdAt), timezone),
});

export const copyOfAnswers = ({ questionId, dayKey, question, answers }: RevealedQuestion): KeptCopy => ({
  ...NOTHING,
  kind: 'answer',
  keptId: questionId,
  keptBy: answers.map(({ by }) => by),
  keptAnswers: { questionId, question, answers: answers.map(({ by, chosen, text }) => ({ by, chosen, words: text })) },
  happenedOn: dayKey,
});

export const copyOfChallenge = (
  { challengeId, title, completedAt }: FinishedChallenge,
  timezone: string,
): KeptCopy => ({
  ...NOTHING,
  kind: 'challenge',
  keptId: challengeId,
  keptChallenge: { challengeId, title, step: null },
  happenedOn: dayIn(new Date(completedAt), timezone),
});

export const copyOfPart = (
  { challengeId, title }: FinishedChallenge,
  { stepId, step, text, doneAt }: KeepsakePart,
  timezone: string,
): KeptCopy => ({
  ...NOTHING,
  kind: 'step',
  text: text ?? '',
  keptId: stepId,
  keptChallenge: { challengeId, title, step },
  happenedOn: dayIn(new Date(doneAt), timezone),
});

/** An answer in a story is its author's own words; the page around it is the copy. */
export const copyOfStoryPart = (
  { sessionId, title }: StoryKeepsakeSource,
  { page, text, at }: StoryKeepsakePart,
  timezone: string,
): StoryCopy => ({
  ...NOTHING,
  kind: 'story',
  text,
  keptId: null,
  keptStory: { sessionId, title, question: page },
  happenedOn: dayIn(new Date(at), timezone),
});

const hasWords = ({ content }: KeepableMessage): boolean => content.trim() !== '';

/** @throws AppError VALIDATION_FAILED for a message without words and files, and for a voice note without its recording */
export function requireKeepable(message: KeepableMessage): void {
  const { files = [], voiceStatus } = message;
  if (voiceStatus === 'processing') throw fieldError('messageId', TEXTS.voiceNotReady);
  if (voiceStatus === 'failed' || (!hasWords(message) && files.length === 0))
    throw fieldError('messageId', TEXTS.nothingToKeep);
}

/** @throws AppError VALIDATION_FAILED for a message of files alone */
export function requireWords(message: KeepableMessage): void {
  if (!hasWords(message)) throw fieldError('messageId', TEXTS.nothingToKeep);
}

/**
 * The copies of a message's files, in their order. The transcripts are messaging's.
 * @throws AppError VALIDATION_FAILED unless each file has its copy; a message with words is kept without any copies too
 */
export function copiedFiles(message: KeepableMessage, copies: readonly CopiedFileDto[] | undefined): NewFile[] {
  if (copies === undefined && hasWords(message)) return [];
  const byOriginal = new Map(copies?.map((copy) => [copy.copyOf, copy]));
  return (message.files ?? []).map(({ id, transcript }) => {
    const copy = byOriginal.get(id);
    if (!copy) throw fieldError('attachments', FIELD_TEXTS.fileNotCopied);
    return { ...copy, ...(transcript !== undefined && { transcript }) };
  });
}

/** Finds the copies of files, in their order. A recording that could not be converted has none. */
export function copiesByOriginal(
  copies: readonly CopiedFileDto[],
): (files: readonly KeepsakeFile[]) => CopiedFileDto[] {
  const byOriginal = new Map(copies.map((copy) => [copy.copyOf, copy]));
  return (files) => files.flatMap(({ id }) => byOriginal.get(id) ?? []);
}

/** The contribution of a member with a copy in it. */
export const keptContribution = (
  copy: KeptCopy | StoryCopy,
  { userId, coupleId }: Pick<Membership, 'userId' | 'coupleId'>,
  { id: capsuleId, kind }: Pick<Capsule, 'id' | 'kind'>,
  clientId: string,
  now: Date,
): Contribution =>
  Object.assign(new Contribution(), {
    id: uuid(),
    capsuleId,
    coupleId,
    authorId: userId,
    clientId,
    placeLabel: null,
    lat: null,
    lng: null,
    visibility: kind === 'timed' ? ('surprise' as const) : ('shared' as const),
    createdAt: now,
    editedAt: null,
    ...copy,
  });
