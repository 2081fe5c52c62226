import { type NicknameView, nicknameChanged } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { Changes } from '../changes/changes.js';
import { Clock } from '../clock/clock.js';
import { CouplesService } from '../couples/couples.service.js';
import { Nickname } from './nickname.entity.js';

/** What people call their partners. It hangs on the couple: it comes back with it and goes with it. */
@Injectable()
export class NicknamesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Changes) private readonly changes: Changes,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Nothing to be seen is no name. @throws AppError NO_PARTNER */
  async set(userId: string, typed: string): Promise<NicknameView> {
    const nickname = readable(typed);
    await this.changes.commit(async (change) => {
      const { couple } = await this.couples.act(change, userId);
      const key = { coupleId: couple.id, userId };
      if (nickname === null) await change.tx.delete(Nickname, key);
      else await change.tx.upsert(Nickname, { ...key, nickname }, ['coupleId', 'userId']);
      change.tell(nicknameChanged, { ...key, at: this.clock.now().toISOString() });
    });
    return { nickname };
  }

  /** The person's own ones, by couple. */
  async of(userId: string, coupleIds: string[]): Promise<Map<string, string>> {
    const rows = await this.database.manager.findBy(Nickname, { userId, coupleId: In(coupleIds) });
    return new Map(rows.map(({ coupleId, nickname }) => [coupleId, nickname]));
  }
}

/** On one line; null where nothing of it shows. */
function readable(typed: string): string | null {
  const line = typed.trim().replaceAll(/\s+/gu, ' ');
  return line.replaceAll(/[\p{Cf}\p{Cc}\s]/gu, '') === '' ? null : line;
}
