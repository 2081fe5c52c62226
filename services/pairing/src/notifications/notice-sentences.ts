import type { NoticeKind, ReminderSubject } from '@duet/contracts';
import { Injectable } from '@nestjs/common';
import type { Notification } from './notification.entity.js';

/** Finds what one kind's notifications name. @returns by entity id; an entity that names nothing is left out */
type SentenceSource = (userId: string, entityIds: string[]) => Promise<Map<string, ReminderSubject>>;

/**
 * The hook for notifications whose sentence depends on another noun's rows. That noun registers a source; notifications
 * do not know it.
 */
@Injectable()
export class NoticeSentences {
  private readonly sources = new Map<NoticeKind, SentenceSource>();

  /** Call it in the constructor of the service that owns the rows. */
  register(kind: NoticeKind, source: SentenceSource): void {
    this.sources.set(kind, source);
  }

  /** The things that one person's notifications name, by entity id. */
  async findSentences(
    userId: string,
    rows: readonly Pick<Notification, 'kind' | 'entityId'>[],
  ): Promise<Map<string, ReminderSubject>> {
    const found = new Map<string, ReminderSubject>();
    for (const [kind, source] of this.sources) {
      const ids = rows.filter((row) => row.kind === kind).map(({ entityId }) => entityId);
      if (ids.length === 0) continue;
      for (const [id, subject] of await source(userId, ids)) found.set(id, subject);
    }
    return found;
  }
}
