import { type Blocked, userDeleted } from '@duet/contracts';
import { AppError, FactErasure, OnFact } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { BlocksService } from '../blocks/blocks.service.js';
import { Changes } from '../changes/changes.js';
import { CouplesService } from '../couples/couples.service.js';
import { PeopleService } from '../people/people.service.js';
import { personView } from '../people/person.view.js';
import { RequestsService } from '../requests/requests.service.js';

/** What ends everything between people at once: a block, a deleted account. */
@Injectable()
export class PartingsService {
  constructor(
    @Inject(Changes) private readonly changes: Changes,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(BlocksService) private readonly blocks: BlocksService,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(RequestsService) private readonly requests: RequestsService,
    @Inject(FactErasure) private readonly facts: FactErasure,
  ) {}

  /**
   * Ends the link with that person, if it is the partner, and every request between the two. Whoever is blocked hears
   * what an unlink or a declined request tells, and can be blocked in return.
   * @throws AppError USER_NOT_FOUND, CANNOT_BLOCK_SELF
   */
  async block(userId: string, blockedId: string): Promise<Blocked> {
    if (userId === blockedId) throw new AppError('CANNOT_BLOCK_SELF');
    return this.changes.commit(async (change) => {
      const held = await this.people.hold(change.tx, [userId, blockedId]);
      const [me, person] = [held.get(userId), held.get(blockedId)];
      if (!me) throw new AppError('UNAVAILABLE');
      if (!person) throw new AppError('USER_NOT_FOUND');
      await this.blocks.add(change.tx, userId, blockedId);
      await this.requests.closeBetween(change, userId, blockedId);
      const link = await this.couples.current(userId, change.tx);
      const unlinked = link?.partnerId === blockedId ? await this.couples.end(change, link, me) : null;
      return { person: personView(person), unlinked };
    });
  }

  @OnFact(userDeleted)
  async deleted({ userId }: { userId: string }): Promise<void> {
    await this.changes.commit(async (change) => {
      await this.people.holdIdentity(change.tx, userId);
      await this.couples.leave(change, userId);
      await this.people.hold(change.tx, [userId]);
      // Linked anew between the two looks: the fact comes again and finds that couple.
      if (await this.couples.current(userId, change.tx)) throw new AppError('UNAVAILABLE');
      await this.requests.closeAllOf(change, userId);
      await this.people.forget(change.tx, userId);
    });
    await this.facts.erase([userId, ...(await this.couples.idsOf(userId))]);
  }
}
