import { listChanged } from '@duet/contracts';
import { AppError, Clock, Transactions, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CouplesService, type Membership } from '../couples/couples.service.js';
import { List } from './list.entity.js';

/** A list that this transaction has locked, and its member who acts. */
export interface LockedList {
  unit: UnitOfWork;
  member: Membership;
  list: List;
  now: Date;
  /** The rev that a change takes. */
  nextRev: number;
}

/** `changed` raises the list's rev to `nextRev` and announces it once. */
export interface ListMutation<Answer> {
  answer: (list: List) => Answer | Promise<Answer>;
  changed: boolean;
  columns?: Partial<List>;
}

/** Every change of a list or its items: one transaction under the list's row lock, so revs follow the order of commits. */
@Injectable()
export class ListChanges {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError NO_PARTNER, PART_HIDDEN, LIST_NOT_FOUND, and what `work` throws */
  async run<Answer>(
    userId: string,
    listId: string,
    work: (locked: LockedList) => Promise<ListMutation<Answer>>,
  ): Promise<Answer> {
    return this.transactions.run(async (unit) => {
      const { tx } = unit;
      const member = await this.couples.lockMembership(tx, userId, 'lists');
      const lock = { mode: 'pessimistic_write' as const };
      const list = await tx.findOne(List, { where: { id: listId, coupleId: member.coupleId }, lock });
      if (!list) throw new AppError('LIST_NOT_FOUND');
      const now = this.clock.now();
      const nextRev = list.rev + 1;
      const { answer, changed, columns = {} } = await work({ unit, member, list, now, nextRev });
      if (changed) {
        Object.assign(list, columns, { rev: nextRev, updatedAt: now });
        const { couple: _couple, ...row } = list;
        await tx.update(List, { id: listId }, row);
        await this.announce(unit, member, list);
      }
      return answer(list);
    });
  }

  /** Announces the new rev to both members. */
  async announce(unit: UnitOfWork, { userId }: Membership, { id, coupleId, rev }: List): Promise<void> {
    const by = { _id: userId, firstName: await this.couples.firstNameOf(unit.tx, userId) };
    const at = this.clock.now().toISOString();
    const activity = { kind: 'list_changed' as const, by, entity: { type: 'list' as const, id }, rev, at };
    unit.push(listChanged, { coupleId, activity });
  }
}
