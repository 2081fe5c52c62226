import { type RecordLastSeenDto, conversationLastSeenChanged } from '@duet/contracts';
import { Clock, LivePush } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { lockPeople, writeLastSeen } from './last-seen.queries.js';

/** When members were last online. A hidden time is never stored, and switching it off forgets the stored ones. */
@Injectable()
export class LastSeenService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LivePush) private readonly live: LivePush,
  ) {}

  /** Stores times that are later than the stored ones. Lock order: people, then members. */
  async record({ seen }: RecordLastSeenDto): Promise<void> {
    const chatIds = seen.map(({ chatId }) => chatId);
    const changed = await this.database.transaction(async (tx) => {
      await lockPeople(tx, [chatIds]);
      return writeLastSeen(tx, [chatIds, seen.map(({ userId }) => userId), seen.map(({ at }) => at), this.clock.now()]);
    });
    for (const { viewerId } of changed) this.live.push(conversationLastSeenChanged, { viewerId });
  }
}
