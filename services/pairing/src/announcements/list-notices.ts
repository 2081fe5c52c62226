import { type EventEnvelope, type ListCreated, listCreated } from '@duet/contracts';
import { OnEvent } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Announcements } from './announcements.service.js';

/** Writes the notice and the activity of a new list, from the event of challenges. Changes of its items announce nothing. */
@Injectable()
export class ListNotices {
  constructor(@Inject(Announcements) private readonly announcements: Announcements) {}

  @OnEvent(listCreated)
  async onListCreated({ coupleId, listId, actorId }: ListCreated, event: EventEnvelope): Promise<void> {
    const entity = { type: 'list' as const, id: listId };
    const activity = { kind: 'list_created' as const, entity };
    await this.announcements.announce(event, { coupleId, actorId, notice: 'list_created', entity, activity });
  }
}
