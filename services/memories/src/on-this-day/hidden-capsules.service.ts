import { type HiddenMemory, LIMITS, hiddenCapsulesChanged } from '@duet/contracts';
import { AppError, Transactions, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull } from 'typeorm';
import { CapsuleMark } from '../capsules/capsule-mark.entity.js';
import { Capsule } from '../capsules/capsule.entity.js';
import { CouplesService } from '../couples/couples.service.js';

const hiddenMemory = ({ id: _id, title, emoji }: Capsule): HiddenMemory => ({
  _id,
  kind: 'capsule',
  capsule: { _id, title, emoji },
});

/** The capsules that a person does not want to see among earlier years; the partner never learns of it. */
@Injectable()
export class HiddenCapsules {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
  ) {}

  /** @throws AppError NO_PARTNER, CAPSULE_NOT_FOUND, TOO_MANY_EXCLUSIONS */
  async hide(userId: string, capsuleId: string): Promise<HiddenMemory> {
    return this.transactions.run(async (unit) => {
      const { tx } = unit;
      const { coupleId } = await this.couples.lockMembership(tx, userId);
      const capsule = await tx.findOneBy(Capsule, { id: capsuleId, coupleId, deletedAt: IsNull() });
      if (!capsule) throw new AppError('CAPSULE_NOT_FOUND');
      if ((await this.hiddenBy(tx, userId, coupleId)).length >= LIMITS.onThisDayMessages)
        throw new AppError('TOO_MANY_EXCLUSIONS');
      await tx.upsert(CapsuleMark, { capsuleId, userId, hiddenOnThisDay: true }, ['capsuleId', 'userId']);
      unit.push(hiddenCapsulesChanged, { userId, coupleId });
      return hiddenMemory(capsule);
    });
  }

  /** The newest capsule first. @throws AppError NO_PARTNER */
  async list(userId: string): Promise<HiddenMemory[]> {
    const { coupleId } = await this.couples.findMembership(userId);
    return (await this.hiddenBy(this.database.manager, userId, coupleId)).map(hiddenMemory);
  }

  /** @throws AppError NO_PARTNER, EXCLUSION_NOT_FOUND */
  async show(userId: string, capsuleId: string): Promise<void> {
    await this.transactions.run(async (unit) => {
      const { coupleId } = await this.couples.lockMembership(unit.tx, userId);
      const hidden = { capsuleId, userId, hiddenOnThisDay: true };
      const { affected } = await unit.tx.update(CapsuleMark, hidden, { hiddenOnThisDay: false });
      if (affected === 0) throw new AppError('EXCLUSION_NOT_FOUND');
      unit.push(hiddenCapsulesChanged, { userId, coupleId });
    });
  }

  private async hiddenBy(tx: Tx, userId: string, coupleId: string): Promise<Capsule[]> {
    const marks = await tx.find(CapsuleMark, {
      where: { userId, hiddenOnThisDay: true, capsule: { coupleId, deletedAt: IsNull() } },
      relations: { capsule: true },
      order: { capsuleId: 'DESC' },
    });
    return marks.flatMap(({ capsule }) => capsule ?? []);
  }
}
