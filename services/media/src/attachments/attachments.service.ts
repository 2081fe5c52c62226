import type { AttachmentKind, AttachmentVariant } from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { DoomedObjects } from '../storage/doomed-objects.service.js';
import type { KeptObject, KeptObjects } from './attachment.entity.js';
import { namesOf } from './attachment.objects.js';
import { References } from './references.js';

/** So many are erased in one transaction. */
const STEP = 200;

/** A file that may be shown to somebody right now. */
export interface OpenAttachment {
  id: string;
  kind: AttachmentKind;
  filename: string;
  object: KeptObject;
}

interface Visible {
  id: string;
  kind: AttachmentKind;
  filename: string;
  objects: KeptObjects;
  known: boolean;
}

/** One's own, or what a message brought; only while the two are a couple. */
const VISIBLE = `
  SELECT a.id, a.kind, a.filename, a.objects, a.sent OR a.owner_id = $2 AS known FROM attachments a JOIN couples c ON c.id = a.couple_id
  WHERE a.id = ANY($1) AND c.active AND (c.member_a = $2 OR c.member_b = $2)`;

/** Files and their lives: staged, sent, gone. */
@Injectable()
export class AttachmentsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(DoomedObjects) private readonly doomed: DoomedObjects,
    @Inject(References) private readonly references: References,
  ) {}

  /** @throws AppError NOT_FOUND: for a stranger's as for one that never was */
  async open(userId: string, id: string, variant: AttachmentVariant): Promise<OpenAttachment> {
    const [found] = await this.visible(userId, [id]);
    const object = found?.objects[variant];
    if (!found || !object) throw new AppError('NOT_FOUND');
    return { id, kind: found.kind, filename: found.filename, object };
  }

  /** Those of `ids` that the person may load right now. */
  async visibleIds(userId: string, ids: readonly string[]): Promise<string[]> {
    return (await this.visible(userId, ids)).map(({ id }) => id);
  }

  /** The originals of these, for an export that messaging has said the ids of. */
  async originals(ids: readonly string[]): Promise<Map<string, { filename: string; object: KeptObject }>> {
    const rows = await this.database.query<{ id: string; filename: string; objects: KeptObjects }[]>('SELECT id, filename, objects FROM attachments WHERE id = ANY($1)', [ids]);
    return new Map(rows.flatMap(({ id, filename, objects }) => (objects.original ? [[id, { filename, object: objects.original }]] : [])));
  }

  /** Messages refer to these. */
  async adopt(ids: readonly string[]): Promise<void> {
    await this.database.query('UPDATE attachments SET sent = true WHERE id = ANY($1) AND NOT sent', [ids]);
  }

  /** The person's own that no message refers to: the upload turned out to be needless. */
  async discard(userId: string, ids: readonly string[]): Promise<void> {
    await this.erase('a.id = ANY($1) AND a.owner_id = $2 AND NOT a.sent', [ids, userId]);
  }

  /** Their messages are gone. */
  async bury(ids: readonly string[]): Promise<void> {
    await this.erase('a.id = ANY($1)', [ids]);
  }

  /** No message came for these: they are staged and nothing else. */
  async collect(ids: readonly string[]): Promise<void> {
    await this.erase('a.id = ANY($1) AND NOT a.sent', [ids]);
  }

  async eraseOfCouple(coupleId: string): Promise<void> {
    await this.erase('a.couple_id = $1', [coupleId]);
  }

  /** With the person's couples held: an upload that is under way either is erased here, or finds that the person is gone. */
  async eraseOfPerson(userId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM couples WHERE member_a = $1 OR member_b = $1 ORDER BY id FOR UPDATE', [userId]);
      await tx.query('INSERT INTO erased_users (user_id) VALUES ($1) ON CONFLICT (user_id) DO NOTHING', [userId]);
    });
    await this.erase('a.owner_id = $1', [userId]);
  }

  /** A message that was sent this very moment may be known here a moment later than to whoever received it. */
  private async visible(userId: string, ids: readonly string[]): Promise<Visible[]> {
    const rows = await this.database.query<Visible[]>(VISIBLE, [ids, userId]);
    const unknown = rows.filter(({ known }) => !known).map(({ id }) => id);
    if (unknown.length === 0) return rows;
    const used = await this.references.of(unknown);
    await this.adopt(used);
    return rows.filter(({ id, known }) => known || used.includes(id));
  }

  private async erase(which: string, parameters: unknown[]): Promise<void> {
    for (let removed = STEP; removed === STEP; ) removed = await this.database.transaction((tx) => this.eraseSome(tx, which, parameters));
    this.doomed.kick();
  }

  /** The couple's row first, as whoever adds files takes it: what is doomed, removed and given back is one thing. */
  private async eraseSome(tx: Tx, which: string, parameters: unknown[]): Promise<number> {
    await tx.query(`SELECT 1 FROM couples WHERE id IN (SELECT a.couple_id FROM attachments a WHERE ${which}) ORDER BY id FOR UPDATE`, parameters);
    const [gone] = await tx.query<[{ couple_id: string; bytes: number; objects: KeptObjects; raw: KeptObject | null }[], number]>(
      `WITH gone AS (SELECT a.id, j.raw FROM attachments a LEFT JOIN voice_jobs j ON j.attachment_id = a.id WHERE ${which} ORDER BY a.id LIMIT ${STEP})
       DELETE FROM attachments USING gone WHERE attachments.id = gone.id
       RETURNING attachments.couple_id, attachments.bytes, attachments.objects, gone.raw`,
      parameters,
    );
    const names = gone.flatMap(({ objects, raw }) => [...namesOf(objects), ...(raw ? [raw.name] : [])]);
    if (names.length > 0) await this.doomed.doom(tx, names);
    for (const coupleId of new Set(gone.map(({ couple_id }) => couple_id))) {
      const bytes = gone.filter(({ couple_id }) => couple_id === coupleId).reduce((sum, row) => sum + row.bytes, 0);
      await tx.query('UPDATE couples SET bytes = bytes - $2 WHERE id = $1', [coupleId, bytes]);
    }
    return gone.length;
  }
}
