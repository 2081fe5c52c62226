import type { NoticeKind } from '@duet/contracts';
import { Injectable } from '@nestjs/common';
import type { Notification } from './notification.entity.js';

/** Finds the sentences of one kind's notifications. @returns by entity id; an entity without a sentence is left out */
type SentenceSource = (userId: string, entityIds: string[]) => Promise<Map<string, string>>;

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

  /** The sentences of one person's notifications, by entity id. */
  async findSentences(
    userId: string,
    rows: readonly Pick<Notification, 'kind' | 'entityId'>[],
  ): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const [kind, source] of this.sources) {
      const ids = rows.filter((row) => row.kind === kind).map(({ entityId }) => entityId);
      if (ids.length === 0) continue;
      for (const [id, sentence] of await source(userId, ids)) found.set(id, sentence);
    }
    return found;
  }
}
