import { Memberships, type Membership as MembershipOf } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Couple } from './couple.entity.js';

export type Membership = MembershipOf<Couple>;

/** Answers who shares capsules with whom. */
@Injectable()
export class CouplesService extends Memberships<Couple> {
  constructor(@InjectDataSource() database: DataSource) {
    super(database, Couple);
  }

  /** Every couple of the person that is active or can be restored. */
  async idsOf(userId: string): Promise<string[]> {
    const couples = await this.database.manager.findBy(Couple, [
      { memberA: userId, purged: false },
      { memberB: userId, purged: false },
    ]);
    return couples.map(({ id }) => id);
  }

  /** Whether the couple exists and its purge has not arrived. */
  async awaitsPurge(coupleId: string): Promise<boolean> {
    return this.database.manager.existsBy(Couple, { id: coupleId, purged: false });
  }

  /** Deletes a purged couple with everything in its capsules. */
  async deletePurged(coupleId: string): Promise<void> {
    await this.database.manager.delete(Couple, { id: coupleId, purged: true });
  }
}
