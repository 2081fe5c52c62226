import { type RestitutionReady, restitutionReady } from '@duet/contracts';
import { OnEvent, Transactions } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { PeopleService } from '../people/people.service.js';
import { Notification } from './notification.entity.js';
import { NotificationsService } from './notifications.service.js';

/** Notifies a person that media has given back own contributions of an ended couple. The notice names nobody. */
@Injectable()
export class RestitutionNotices {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(NotificationsService) private readonly notifications: NotificationsService,
  ) {}

  @OnEvent(restitutionReady)
  async onReady({ restitutionId, userId }: RestitutionReady): Promise<void> {
    await this.transactions.run(async (unit) => {
      const people = await this.people.lockPeople(unit.tx, [userId]);
      const kind = 'restitution_ready';
      // The event may be repeated, and the account may be gone.
      if (!people.has(userId) || (await unit.tx.existsBy(Notification, { userId, kind, entityId: restitutionId })))
        return;
      const entity = { type: 'restitution' as const, id: restitutionId };
      await this.notifications.addNotification(unit, { userId, kind, about: null, entity });
    });
  }
}
