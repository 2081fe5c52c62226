import { type Blocked, userDeleted } from '@duet/contracts';
import { AppError, EventErasure, OnEvent, Transactions } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { BlocksService } from '../blocks/blocks.service.js';
import { CouplesService } from '../couples/couples.service.js';
import { Acquaintances } from '../people/acquaintances.service.js';
import { PeopleService } from '../people/people.service.js';
import { personView } from '../people/person.view.js';
import { RequestsService } from '../requests/requests.service.js';

/** Ends everything between people at once: by a block or a deleted account. */
@Injectable()
export class RelationshipEndings {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(Acquaintances) private readonly acquaintances: Acquaintances,
    @Inject(BlocksService) private readonly blocks: BlocksService,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(RequestsService) private readonly requests: RequestsService,
    @Inject(EventErasure) private readonly eventErasure: EventErasure,
  ) {}

  /**
   * Blocks a person and ends the couple and all requests between the two. To the blocked person this looks like an unlink
   * or a declined request, and they can block in return. A person without any relation to the caller looks like an unknown
   * one.
   * @throws AppError USER_NOT_FOUND, CANNOT_BLOCK_SELF
   */
  async block(userId: string, blockedId: string): Promise<Blocked> {
    if (userId === blockedId) throw new AppError('CANNOT_BLOCK_SELF');
    return this.transactions.run(async (unit) => {
      const locked = await this.people.lockPeople(unit.tx, [userId, blockedId]);
      const [me, person] = [locked.get(userId), locked.get(blockedId)];
      if (!me) throw new AppError('UNAVAILABLE');
      if (!person || !(await this.acquaintances.hasBusinessWith(unit.tx, userId, blockedId)))
        throw new AppError('USER_NOT_FOUND');
      await this.blocks.addBlock(unit.tx, userId, blockedId);
      await this.requests.closeBetween(unit, userId, blockedId);
      const link = await this.couples.findLink(userId, unit.tx);
      const unlinked = link?.partnerId === blockedId ? await this.couples.endCouple(unit, link, me) : null;
      await this.acquaintances.remember(unit.tx, [{ viewerId: userId, person }]);
      return { person: personView(await this.acquaintances.visiblePerson(unit.tx, userId, person)), unlinked };
    });
  }

  @OnEvent(userDeleted)
  async deleted({ userId }: { userId: string }): Promise<void> {
    await this.transactions.run(async (unit) => {
      await this.people.lockAccount(unit.tx, userId);
      await this.couples.leaveCouple(unit, userId);
      await this.people.lockPeople(unit.tx, [userId]);
      // The person was linked anew meanwhile: the redelivered event ends that couple too.
      if (await this.couples.findLink(userId, unit.tx)) throw new AppError('UNAVAILABLE');
      await this.requests.closeAllOf(unit, userId);
      await this.people.deletePerson(unit.tx, userId);
    });
    await this.eventErasure.erase([userId, ...(await this.couples.coupleIdsOf(userId))]);
  }
}
