import { type EventEnvelope, type WishProgressed, wishProgressed } from '@duet/contracts';
import { OnEvent } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Announcements } from './announcements.service.js';

/** Writes notices and activities about wishes, from the events of challenges. Both have confirmed a fulfilled one, so nobody is notified. */
@Injectable()
export class WishNotices {
  constructor(@Inject(Announcements) private readonly announcements: Announcements) {}

  @OnEvent(wishProgressed)
  async onWishProgressed({ coupleId, wishId, step, actorId }: WishProgressed, event: EventEnvelope): Promise<void> {
    const entity = { type: 'wish' as const, id: wishId };
    await this.announcements.announce(event, {
      coupleId,
      actorId,
      notice: step === 'redeemed' ? 'wish_redeemed' : null,
      entity,
      activity: { kind: `wish_${step}`, entity },
    });
  }
}
