import { type CoupleLinked, type CouplePurged, type CoupleUnlinked, coupleLinked, couplePurged, coupleUnlinked } from '@duet/contracts';
import { OnFact } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AttachmentsService } from '../attachments/attachments.service.js';

const SET = `
  INSERT INTO couples (id, member_a, member_b, active, version, linked_at) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (id) DO UPDATE SET active = excluded.active, version = excluded.version, linked_at = greatest(couples.linked_at, excluded.linked_at)
  WHERE couples.version < excluded.version`;

/** A person has one partner at most: whoever is linked anew is not linked with the one before, heard of or not. */
const END_OTHERS = 'UPDATE couples SET active = false WHERE active AND id <> $1 AND linked_at < $2 AND (member_a = ANY($3) OR member_b = ANY($3))';

/** Couples follow the facts; an older one changes nothing, and one that comes again neither. */
@Injectable()
export class CoupleFacts {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AttachmentsService) private readonly attachments: AttachmentsService,
  ) {}

  @OnFact(coupleLinked)
  async linked({ coupleId, members, version, linkedAt }: CoupleLinked): Promise<void> {
    const [a, b] = [members[0]._id, members[1]._id];
    await this.database.transaction(async (tx) => {
      await tx.query(SET, [coupleId, a, b, true, version, linkedAt]);
      await tx.query(END_OTHERS, [coupleId, linkedAt, [a, b]]);
    });
  }

  @OnFact(coupleUnlinked)
  async unlinked({ coupleId, members, version, endedAt }: CoupleUnlinked): Promise<void> {
    await this.database.query(SET, [coupleId, ...members, false, version, endedAt]);
  }

  @OnFact(couplePurged)
  async purged({ coupleId, version }: CouplePurged): Promise<void> {
    const [couple] = await this.database.query<{ active: boolean; version: number }[]>('SELECT active, version FROM couples WHERE id = $1', [coupleId]);
    if (!couple || couple.version > version) return;
    if (couple.active) throw new Error('a couple was purged before its end was heard of: again later');
    await this.attachments.eraseOfCouple(coupleId);
    await this.database.query('DELETE FROM couples WHERE id = $1 AND NOT active AND version <= $2', [coupleId, version]);
  }
}
