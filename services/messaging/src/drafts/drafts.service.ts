import { type Actor, type DraftView, type SaveDraftDto, draftChanged, userDeleted } from '@duet/contracts';
import { AppError, LivePush, OnFact } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

interface DraftRow {
  chatId: string;
  content: string;
  replyTo: string | null;
  version: number;
  updatedAt: Date;
}

const GET = `
  SELECT m.conversation_id AS "chatId", coalesce(d.content, '') AS content, d.reply_to_id AS "replyTo", coalesce(d.version, 0) AS version,
         coalesce(d.updated_at, now()) AS "updatedAt"
  FROM conversation_members m LEFT JOIN drafts d USING (conversation_id, user_id)
  WHERE m.user_id = $1 AND m.active`;

/** Saving what is there already touches no row. */
const SAVE = `
  INSERT INTO drafts (conversation_id, user_id, content, reply_to_id, version, updated_at)
  SELECT conversation_id, user_id, $2, $3, 1, now() FROM conversation_members WHERE user_id = $1 AND active
  ON CONFLICT (conversation_id, user_id) DO UPDATE
  SET content = excluded.content, reply_to_id = excluded.reply_to_id, version = drafts.version + 1, updated_at = now()
  WHERE (drafts.content, drafts.reply_to_id) IS DISTINCT FROM (excluded.content, excluded.reply_to_id)
  RETURNING conversation_id AS "chatId", content, reply_to_id AS "replyTo", version, updated_at AS "updatedAt"`;

/** What people have begun to write, for their own devices and for nobody else. */
@Injectable()
export class DraftsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LivePush) private readonly live: LivePush,
  ) {}

  /** @throws AppError NO_PARTNER */
  async get({ userId }: Actor): Promise<DraftView> {
    const [row] = await this.database.query<DraftRow[]>(GET, [userId]);
    if (!row) throw new AppError('NO_PARTNER');
    return draftView(row);
  }

  /** The last writer wins. @throws AppError NO_PARTNER */
  async save(actor: Actor, { content, replyTo = null }: SaveDraftDto): Promise<DraftView> {
    const [saved] = await this.database.query<DraftRow[]>(SAVE, [actor.userId, content, replyTo]);
    if (!saved) return this.get(actor);
    const draft = draftView(saved);
    this.live.push(draftChanged, { userId: actor.userId, draft });
    return draft;
  }

  @OnFact(userDeleted)
  async erase({ userId }: { userId: string }): Promise<void> {
    await this.database.query('DELETE FROM drafts WHERE user_id = $1', [userId]);
  }
}

const draftView = ({ updatedAt, ...row }: DraftRow): DraftView => ({ ...row, updatedAt: updatedAt.toISOString() });
