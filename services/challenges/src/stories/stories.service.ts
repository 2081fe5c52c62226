import { randomInt } from 'node:crypto';
import {
  type ChooseInStoryByIdDto,
  LIMITS,
  type RespondToStoryByIdDto,
  type StartStoryByIdDto,
  type StoryReadingView,
  FIELD_TEXTS,
} from '@duet/contracts';
import { AppError, Clock, Transactions, type Tx, fieldError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { AwardsService } from '../awards/awards.service.js';
import { CouplesService, type Membership } from '../couples/couples.service.js';
import { requireCarried } from '../files/entity-files.js';
import { StoriesReader } from './stories-reader.js';
import { type LockedReading, StoryChanges, type StoryMutation } from './story-changes.js';
import { StoryChoice } from './story-choice.entity.js';
import { edgeOf } from './story-edges.js';
import { STORIES } from './story-library.js';
import { StoryReading } from './story-reading.entity.js';
import { requireStoryAction } from './story-states.js';
import type { StoryNode, StoryTemplate } from './story-template.js';

type Given = Pick<ChooseInStoryByIdDto, 'choiceId' | 'text' | 'attachments' | 'clientId'>;

type Answer = Pick<StoryChoice, 'choiceId' | 'text' | 'fileId' | 'clientId'>;

/** @throws AppError FILE_TYPE_UNSUPPORTED for other files than a photo, TOO_MANY_FILES */
function answerOf({ choiceId, text, attachments = [], clientId }: Given): Answer {
  const [photo] = requireCarried({ kind: 'image', most: 1 }, attachments);
  return { choiceId: choiceId ?? null, text: text || null, fileId: photo?.id ?? null, clientId: clientId ?? null };
}

/** Whether an answer is the stored one again: each upload has new files under the same `clientId`. */
const isSame = (stored: Answer, given: Answer): boolean =>
  given.fileId === null
    ? stored.fileId === null && stored.choiceId === given.choiceId && stored.text === given.text
    : given.clientId !== null && stored.clientId === given.clientId;

/** Readings of stories: how they begin, go on and end. */
@Injectable()
export class StoriesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(StoryChanges) private readonly changes: StoryChanges,
    @Inject(StoriesReader) private readonly reader: StoriesReader,
    @Inject(AwardsService) private readonly awards: AwardsService,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Starting again under the same `clientId` answers with the first reading, and a story that is open with the open one.
   * @throws AppError NO_PARTNER, PART_HIDDEN, STORY_NOT_FOUND, TOO_MANY_STORIES
   */
  async start(userId: string, dto: StartStoryByIdDto): Promise<StoryReadingView> {
    const story = STORIES.get(dto.templateId);
    return this.transactions.run(async (unit) => {
      const { tx } = unit;
      const member = await this.couples.lockMembershipForChange(tx, userId, 'stories');
      if (!story) throw new AppError('STORY_NOT_FOUND');
      const { coupleId } = member;
      const known = await findKnown(tx, member, dto);
      if (known) return this.reader.view(tx, known, member);
      if ((await tx.countBy(StoryReading, { coupleId })) >= LIMITS.storyReadings)
        throw new AppError('TOO_MANY_STORIES');
      const reading = newReading(member, story, dto, this.clock.now());
      // The other may start the same story at this moment: one of the two readings is stored.
      await tx.createQueryBuilder().insert().into(StoryReading).values(reading).orIgnore().execute();
      const stored = await findKnown(tx, member, dto);
      if (!stored) throw new AppError('STORY_NOT_FOUND');
      if (stored.id === reading.id)
        await this.changes.announce(unit, member, stored, { kind: 'story_changed', stage: 'invited' });
      return this.reader.view(tx, stored, member);
    });
  }

  /** @throws AppError NO_PARTNER, PART_HIDDEN, STORY_NOT_FOUND, STORY_STATE, NOT_YOURS */
  async respond(userId: string, { id, action }: RespondToStoryByIdDto): Promise<StoryReadingView> {
    return this.changes.run(userId, id, async ({ reading }) => {
      if (!requireStoryAction(action, reading, userId)) return null;
      return { columns: { status: action === 'accept' ? 'active' : 'left' }, kind: 'story_changed' };
    });
  }

  /**
   * A call that repeats the last one, or reads on a scene that the other has just read on, changes nothing.
   * @throws AppError NO_PARTNER, PART_HIDDEN, STORY_NOT_FOUND, STORY_STATE, VERSION_CONFLICT, VALIDATION_FAILED,
   * FILE_TYPE_UNSUPPORTED, TOO_MANY_FILES
   */
  async choose(userId: string, { id, nodeId, version, ...given }: ChooseInStoryByIdDto): Promise<StoryReadingView> {
    return this.changes.run(userId, id, async (locked) => {
      const { reading, unit, member } = locked;
      const story = STORIES.get(reading.templateId);
      if (!story) throw new AppError('STORY_NOT_FOUND');
      if (await repeats(locked, story, nodeId, version, given)) return null;
      requireStoryAction('choose', reading, userId);
      if (version !== reading.version || nodeId !== reading.nodeId)
        throw new AppError('VERSION_CONFLICT', { current: await this.reader.view(unit.tx, reading, member) });
      const node = nodeOf(story, nodeId);
      requireAnswer(node, given);
      const mutation =
        node.kind === 'scene' ? advance(locked, story, node.next) : await answer(locked, story, node, given);
      if (mutation?.stage === 'finished') await this.awards.giveBadges(unit.tx, member.coupleId, { stories: 1 });
      return mutation;
    });
  }

  /** Those of these files that an answer refers to. */
  async usedFiles(ids: readonly string[]): Promise<string[]> {
    const found = await this.database.manager.find(StoryChoice, {
      select: { fileId: true },
      where: { fileId: In(ids) },
    });
    return found.flatMap(idsIn);
  }
}

const nodeOf = ({ nodes }: StoryTemplate, id: string): StoryNode => {
  const node = nodes[id];
  if (!node) throw new AppError('STORY_STATE');
  return node;
};

/** The reading of this `clientId`, else the open one of this story. */
async function findKnown(
  tx: Tx,
  { coupleId, userId }: Membership,
  { clientId, templateId }: StartStoryByIdDto,
): Promise<StoryReading | null> {
  const same = await tx.findOneBy(StoryReading, { coupleId, createdBy: userId, clientId });
  return same ?? tx.findOneBy(StoryReading, { coupleId, templateId, status: In(['invited', 'active']) });
}

const newReading = (
  { coupleId, userId }: Membership,
  { id: templateId, version: templateVersion, start }: StoryTemplate,
  { clientId, daysTogether }: StartStoryByIdDto,
  now: Date,
) => ({
  id: uuid(),
  coupleId,
  createdBy: userId,
  clientId,
  templateId,
  templateVersion,
  status: 'invited' as const,
  nodeId: start,
  path: [],
  daysTogether: daysTogether ?? null,
  createdAt: now,
  updatedAt: now,
  finishedAt: null,
  capsuleId: null,
  version: 1,
});

/** Whether the call is about the step that the story has just left, and would change nothing there. */
async function repeats(
  { reading, unit, member: { userId } }: LockedReading,
  story: StoryTemplate,
  nodeId: string,
  version: number,
  given: Given,
): Promise<boolean> {
  const last = reading.path.at(-1);
  if (last?.nodeId !== nodeId || version !== reading.version - 1) return false;
  if (nodeOf(story, nodeId).kind === 'scene') return true;
  const own = { readingId: reading.id, step: reading.path.length - 1, userId };
  const made = await unit.tx.findOneBy(StoryChoice, own);
  return made !== null && isSame(made, answerOf(given));
}

function requireAnswer(node: StoryNode, { choiceId, text, attachments = [] }: Given): void {
  const takesPhoto = node.kind === 'prompt' && node.photo === true;
  if (attachments.length > 0 && !takesPhoto) throw fieldError('files', FIELD_TEXTS.photoNotAsked);
  if (node.kind === 'choice' && !node.choices.some(({ id }) => id === choiceId))
    throw fieldError('choiceId', FIELD_TEXTS.wayRequired);
  if (node.kind === 'prompt' && !text && attachments.length === 0)
    throw fieldError('text', takesPhoto ? FIELD_TEXTS.photoOrLineRequired : FIELD_TEXTS.lineRequired);
  if (node.kind !== 'choice' && choiceId !== undefined) throw fieldError('choiceId', FIELD_TEXTS.nothingToChoose);
  if (node.kind !== 'prompt' && text !== undefined) throw fieldError('text', FIELD_TEXTS.nothingToWrite);
}

const idsIn = (answer: Pick<Answer, 'fileId'> | undefined): string[] => (answer?.fileId ? [answer.fileId] : []);

/** Stores the answer; the second one leads on. */
async function answer(
  locked: LockedReading,
  story: StoryTemplate,
  node: StoryNode,
  given: Given,
): Promise<StoryMutation> {
  const { reading, unit, member, now } = locked;
  const { id: readingId, nodeId, path } = reading;
  const step = path.length;
  const wanted = answerOf(given);
  const made = await unit.tx.findBy(StoryChoice, { readingId, step });
  const own = made.find(({ userId }) => userId === member.userId);
  if (own && isSame(own, wanted)) return null;
  const row = { readingId, step, userId: member.userId, nodeId, ...wanted, at: now };
  await unit.tx.upsert(StoryChoice, row, ['readingId', 'step', 'userId']);
  const theirs = made.find(({ userId }) => userId === member.partnerId);
  const files = { added: idsIn(wanted), removed: idsIn(own) };
  if (!theirs) return own ? { kind: 'story_changed', files } : { kind: 'story_waiting', stage: 'waiting', files };
  if (node.kind === 'prompt') return { ...advance(locked, story, node.next), files };
  if (node.kind !== 'choice') throw new AppError('STORY_STATE');
  const [a, b] = reading.createdBy === member.userId ? [row, theirs] : [theirs, row];
  const seed = randomInt(2 ** 31);
  const next = node.edges[edgeOf(node, a.choiceId ?? '', b.choiceId ?? '', seed)];
  if (next === undefined) throw new AppError('STORY_STATE');
  return advance(locked, story, next, node.resolve === 'random' ? { seed } : {});
}

/** Moves the reading to the next node; an ending finishes it. */
function advance(
  { reading: { nodeId, path }, now }: LockedReading,
  story: StoryTemplate,
  next: string,
  decided: { seed?: number } = {},
): NonNullable<StoryMutation> {
  const passed = [...path, { nodeId, at: now.toISOString(), ...decided }];
  const isEnding = nodeOf(story, next).kind === 'ending';
  return {
    columns: { nodeId: next, path: passed, ...(isEnding && { status: 'finished', finishedAt: now }) },
    kind: 'story_advanced',
    ...(isEnding && { stage: 'finished' }),
  };
}
