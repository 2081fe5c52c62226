import { type CoupleLinked, type CoupleUnlinked, coupleLinked, coupleUnlinked } from '@duet/contracts';
import { OnEvent } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { endOtherCouples, setCouple } from './couple.queries.js';

/** Applies pairing's events to couples. The version makes older and repeated events harmless. */
@Injectable()
export class CoupleEventHandlers {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  @OnEvent(coupleLinked)
  async linked({ coupleId, members, version, linkedAt }: CoupleLinked): Promise<void> {
    const [a, b] = [members[0]._id, members[1]._id];
    await this.database.transaction(async (tx) => {
      await setCouple(tx, [coupleId, a, b, true, version, linkedAt]);
      await endOtherCouples(tx, [coupleId, linkedAt, [a, b], version]);
    });
  }

  @OnEvent(coupleUnlinked)
  async unlinked({ coupleId, members, version, endedAt }: CoupleUnlinked): Promise<void> {
    await setCouple(this.database, [coupleId, ...members, false, version, endedAt]);
  }
}
