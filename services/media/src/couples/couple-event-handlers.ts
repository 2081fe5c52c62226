import {
  type CoupleLinked,
  type CouplePurged,
  type CoupleUnlinked,
  coupleLinked,
  couplePurged,
  coupleUnlinked,
} from '@duet/contracts';
import { OnEvent } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThanOrEqual } from 'typeorm';
import { DataKeys } from '../sealing/data-keys.service.js';
import { Couple } from './couple.entity.js';
import { endOtherCouples, setCouple } from './couple.queries.js';
import { CouplesService } from './couples.service.js';

/** Applies pairing's events to couples. The version makes older and repeated events harmless. */
@Injectable()
export class CoupleEventHandlers {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(DataKeys) private readonly keys: DataKeys,
    @Inject(CouplesService) private readonly couples: CouplesService,
  ) {}

  @OnEvent(coupleLinked)
  async linked({ coupleId, members, version, linkedAt }: CoupleLinked): Promise<void> {
    const [a, b] = [members[0]._id, members[1]._id];
    await this.database.transaction(async (tx) => {
      await setCouple(tx, [coupleId, a, b, true, version, linkedAt]);
      await endOtherCouples(tx, [coupleId, linkedAt, [a, b]]);
    });
  }

  @OnEvent(coupleUnlinked)
  async unlinked({ coupleId, members, version, endedAt }: CoupleUnlinked): Promise<void> {
    await setCouple(this.database, [coupleId, ...members, false, version, endedAt]);
  }

  @OnEvent(couplePurged)
  async purged({ coupleId, version }: CouplePurged): Promise<void> {
    const couple = await this.database.manager.findOneBy(Couple, { id: coupleId });
    if (!couple || couple.version > version) return;
    if (couple.active) throw new Error('the couple is still active: its unlink event has not arrived yet');
    await this.couples.eraseBelongings(coupleId);
    await this.database.transaction(async (tx) => {
      const { affected } = await tx.delete(Couple, { id: coupleId, active: false, version: LessThanOrEqual(version) });
      if (affected === 1) await this.keys.destroy(tx, 'couple', [coupleId]);
    });
  }
}
