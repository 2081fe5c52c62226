import {
  type KeepAnswersDto,
  type KeepDto,
  type KeepMessageDto,
  type KeepMessageWithFilesDto,
  type KeepPlan,
  type KeepableMessage,
  type Kept,
  type PublishedMessage,
  messageDeleted,
} from '@duet/contracts';
import { OnEvent, type Tx, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type FindOptionsWhere, In } from 'typeorm';
import { CapsuleChanges } from '../capsules/capsule-changes.js';
import { requireRoom } from '../capsules/capsule-states.js';
import type { Capsule } from '../capsules/capsule.entity.js';
import { Contribution } from '../capsules/contribution.entity.js';
import { type NewFile, contributionViewIn, insertContribution } from '../capsules/contribution-files.js';
import { CouplesService, type Membership } from '../couples/couples.service.js';
import { KeptAlbum } from './kept-album.js';
import {
  type KeptCopy,
  copiedFiles,
  copyOfAnswers,
  copyOfMessage,
  keptContribution,
  requireKeepable,
} from './kept-copy.js';
import { KeptSources } from './kept-sources.js';

type Place = Pick<KeepDto, 'capsuleId' | 'clientId'>;

const NOTHING_TO_COPY: KeepPlan = { capsuleId: null, fileIds: [] };

/** Copies messages and daily answers into capsules. The keeper is the author of the contribution; the words still belong to their author. */
@Injectable()
export class KeepingService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(CapsuleChanges) private readonly changes: CapsuleChanges,
    @Inject(KeptAlbum) private readonly album: KeptAlbum,
    @Inject(KeptSources) private readonly sources: KeptSources,
  ) {}

  /**
   * Which files of the message media has to copy before `keepMessage`. Nothing is kept yet, but the album exists afterwards.
   * @throws AppError as `keepMessage`
   */
  async planMessage(userId: string, { messageId, clientId, capsuleId: chosen }: KeepMessageDto): Promise<KeepPlan> {
    const member = await this.couples.findMembership(userId);
    const message = await this.findMessage(member, messageId);
    const fileIds = (message.files ?? []).map(({ id }) => id);
    if (fileIds.length === 0) return NOTHING_TO_COPY;
    const earlier = await this.earlierIn(member.coupleId, userId, clientId);
    const capsuleId = chosen ?? earlier ?? (await this.album.findOrCreate(userId));
    return this.changes.run(userId, capsuleId, async ({ unit: { tx }, capsule, counts, permit }) => {
      const made = await findMade(tx, capsule, userId, clientId, messageId);
      if (made?.clientId !== clientId) permit('contribute');
      if (!made) requireRoom(capsule, counts.total);
      return { change: null, answer: async () => (made ? NOTHING_TO_COPY : { capsuleId, fileIds }) };
    });
  }

  /**
   * Keeping again under the same `clientId`, in every state of the capsule, or the same message in the same open capsule,
   * answers with the first contribution.
   * @throws AppError NO_PARTNER, MESSAGE_NOT_FOUND, CAPSULE_NOT_FOUND, CAPSULE_SEALED, CAPSULE_STATE, TOO_MANY_CAPSULES,
   * TOO_MANY_CONTRIBUTIONS, VALIDATION_FAILED, UNAVAILABLE, TIMEOUT
   */
  async keepMessage(userId: string, { messageId, attachments, ...place }: KeepMessageWithFilesDto): Promise<Kept> {
    const member = await this.couples.findMembership(userId);
    const message = await this.findMessage(member, messageId);
    // Wrong copies are refused before anything is made. Without copies the message may be kept already.
    const files = attachments && copiedFiles(message, attachments);
    const kept = await this.put(
      member,
      place,
      copyOfMessage(message, member.timezone),
      () => files ?? copiedFiles(message, undefined),
    );
    // A repeat has made nothing: the copy is of an earlier call, perhaps the partner's, which has checked it.
    if (!kept.repeated) await this.withdrawUnlessReadable(member, [kept.contribution._id], [messageId]);
    return kept;
  }

  /**
   * The same for a daily question that both have answered.
   * @throws AppError as `keepMessage`, with QUESTION_NOT_FOUND also before the reveal
   */
  async keepAnswers(userId: string, { questionId, ...place }: KeepAnswersDto): Promise<Kept> {
    const member = await this.couples.findMembership(userId);
    return this.put(member, place, copyOfAnswers(await this.sources.findAnswers(member, questionId)));
  }

  /** Removes every copy of a message that was deleted or has disappeared, in capsules of any state. */
  @OnEvent(messageDeleted)
  async forgetMessage({ chatId, messageId }: PublishedMessage): Promise<void> {
    await this.remove({ coupleId: chatId, keptId: messageId, kind: 'message' });
  }

  /**
   * Asks messaging again after the commit: a message may be deleted after the first question, and its event consumed before
   * the copy exists. Without an answer the copies go as well, because the caller sees the error and a retry makes them anew.
   * @param contributionIds copies that the same call has made
   * @throws AppError MESSAGE_NOT_FOUND, NO_PARTNER, UNAVAILABLE, TIMEOUT
   */
  async withdrawUnlessReadable(member: Membership, contributionIds: string[], messageIds: string[]): Promise<void> {
    try {
      await this.sources.findMessages(member, messageIds);
    } catch (cause) {
      await this.remove({ id: In(contributionIds) });
      throw cause;
    }
  }

  /** A message that can be kept. @throws AppError as `keepMessage` */
  private async findMessage(member: Membership, messageId: string): Promise<KeepableMessage> {
    const [message] = await this.sources.findMessages(member, [messageId]);
    if (!message) throw new TypeError('messaging answered with no message');
    requireKeepable(message);
    return message;
  }

  /** The capsule of the contribution that the caller made under this `clientId`. */
  private async earlierIn(coupleId: string, authorId: string, clientId: string): Promise<string | undefined> {
    const earlier = await this.database.manager.findOneBy(Contribution, { coupleId, authorId, clientId });
    return earlier?.capsuleId;
  }

  /** @param copiedFiles is called unless the thing is kept already */
  private async put(
    { userId, coupleId }: Membership,
    place: Place,
    copy: KeptCopy,
    copiedFiles: () => NewFile[] = () => [],
  ): Promise<Kept> {
    const { clientId } = place;
    const earlier = await this.earlierIn(coupleId, userId, clientId);
    const capsuleId = place.capsuleId ?? earlier ?? (await this.album.findOrCreate(userId));
    return this.changes.run(userId, capsuleId, async ({ unit: { tx }, capsule, counts, member, now, permit }) => {
      const made = await findMade(tx, capsule, userId, clientId, copy.keptId);
      if (made?.clientId !== clientId) permit('contribute');
      const answerWith = (row: Contribution, repeated: boolean) => async (unit: UnitOfWork, changed: Capsule) => ({
        contribution: await contributionViewIn(unit.tx, row, changed),
        repeated,
      });
      if (made) return { change: null, answer: answerWith(made, true) };
      requireRoom(capsule, counts.total);
      const row = keptContribution(copy, member, capsule, clientId, now);
      const files = copiedFiles();
      await insertContribution(tx, row, files);
      const added = files.map(({ id }) => id);
      return { change: { action: 'contribution_added', files: { added } }, answer: answerWith(row, false) };
    });
  }

  private async remove(where: FindOptionsWhere<Contribution>): Promise<void> {
    const rows = await this.database.manager.find(Contribution, { select: { id: true, capsuleId: true }, where });
    for (const [capsuleId, copies] of Map.groupBy(rows, (row) => row.capsuleId))
      await this.changes.removeContributions(
        capsuleId,
        copies.map(({ id }) => id),
      );
  }
}

/** The earlier copy by the caller. In a timed capsule the partner's copy may be a surprise, so it does not count. */
function findMade(
  tx: Tx,
  { id: capsuleId, kind }: Capsule,
  authorId: string,
  clientId: string,
  keptId: string,
): Promise<Contribution | null> {
  const sameThing = kind === 'keepsake' ? { capsuleId, keptId } : { capsuleId, authorId, keptId };
  return tx.findOne(Contribution, {
    where: [{ capsuleId, authorId, clientId }, sameThing],
    order: { createdAt: 'ASC' },
  });
}
