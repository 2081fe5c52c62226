import { type Actor, type DraftView, type SaveDraftDto, draftChanged, userDeleted } from '@duet/contracts';
import { AppError, LivePush, OnEvent } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { assertNamed } from '../conversations/assert-named.js';
import { type DraftRow, eraseDrafts, readDraft, readMayAnswer, writeDraft } from './draft.queries.js';

/** Drafts, which only their author's devices see. */
@Injectable()
export class DraftsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LivePush) private readonly live: LivePush,
  ) {}

  /** @throws AppError NO_PARTNER */
  async get({ userId }: Actor): Promise<DraftView> {
    const [row] = await readDraft(this.database, [userId]);
    if (!row) throw new AppError('NO_PARTNER');
    return draftView(row);
  }

  /**
   * The last writer wins.
   * @throws AppError NO_PARTNER, MESSAGE_NOT_FOUND for the quoted message, CONVERSATION_NOT_FOUND for another conversation
   * than the current one
   */
  async save(actor: Actor, { chatId, content, replyTo = null }: SaveDraftDto): Promise<DraftView> {
    if (replyTo !== null) await this.checkReply(actor, replyTo);
    const [saved] = await writeDraft(this.database, [actor.userId, content, replyTo, chatId ?? null]);
    if (!saved) {
      const current = await this.get(actor);
      assertNamed({ id: current.chatId }, chatId);
      return current;
    }
    const draft = draftView(saved);
    this.live.push(draftChanged, { userId: actor.userId, draft });
    return draft;
  }

  private async checkReply({ userId }: Actor, replyTo: string): Promise<void> {
    const [found] = await readMayAnswer(this.database, [userId, replyTo]);
    if (!found) throw new AppError('NO_PARTNER');
    if (!found.mayAnswer) throw new AppError('MESSAGE_NOT_FOUND');
  }

  @OnEvent(userDeleted)
  async erase({ userId }: { userId: string }): Promise<void> {
    await eraseDrafts(this.database, [userId]);
  }
}

const draftView = ({ updatedAt, ...row }: DraftRow): DraftView => ({ ...row, updatedAt: updatedAt.toISOString() });
