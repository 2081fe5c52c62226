import type { ConversationHead } from '@duet/contracts';
import { VersionWaiter } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { countSettled, readHeads } from './conversation-head.queries.js';

@Injectable()
export class ConversationsService {
  private readonly coupleVersions = new VersionWaiter((coupleId, version) => this.hasVersion(coupleId, version));

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The cursors of these people's active conversations; people without one are left out. */
  async heads(userIds: readonly string[]): Promise<ConversationHead[]> {
    const rows = await readHeads(this.database, [userIds]);
    return rows.map(({ partnerId, showsLastSeen, lastSeenAt, ...head }) => ({
      ...head,
      lastSeen: showsLastSeen ? { userId: partnerId, at: lastSeenAt?.toISOString() ?? null } : null,
    }));
  }

  /** Wakes calls that wait for a version of this couple. Call after the commit. */
  announce(coupleId: string): void {
    this.coupleVersions.announce(coupleId);
  }

  /** Resolves once this version of the couple, a link or an unlink, is applied. @throws AppError TIMEOUT */
  settled(coupleId: string, version: number): Promise<void> {
    return this.coupleVersions.wait(coupleId, version);
  }

  private async hasVersion(coupleId: string, version: number): Promise<boolean> {
    return (await countSettled(this.database, [coupleId, version])) > 0;
  }
}
