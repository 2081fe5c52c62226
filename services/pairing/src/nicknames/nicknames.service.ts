import { type NicknameView, nicknameChanged } from '@duet/contracts';
import { Clock, Transactions } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { CouplesService } from '../couples/couples.service.js';
import { Nickname } from './nickname.entity.js';

/** Nicknames for partners. They belong to the couple row: restored and purged with it. */
@Injectable()
export class NicknamesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Sets the nickname; a text without visible characters deletes it. @throws AppError NO_PARTNER */
  async setNickname(userId: string, typed: string): Promise<NicknameView> {
    const nickname = readable(typed);
    await this.transactions.run(async (unit) => {
      const { couple } = await this.couples.lockCouple(unit, userId);
      const key = { coupleId: couple.id, userId };
      if (nickname === null) await unit.tx.delete(Nickname, key);
      else await unit.tx.upsert(Nickname, { ...key, nickname }, ['coupleId', 'userId']);
      unit.push(nicknameChanged, { ...key, at: this.clock.now().toISOString() });
    });
    return { nickname };
  }

  /** The person's nicknames by couple id. */
  async findNicknames(userId: string, coupleIds: string[]): Promise<Map<string, string>> {
    const rows = await this.database.manager.findBy(Nickname, { userId, coupleId: In(coupleIds) });
    return new Map(rows.map(({ coupleId, nickname }) => [coupleId, nickname]));
  }
}

/** On one line; null without visible characters. */
function readable(typed: string): string | null {
  const line = typed.trim().replaceAll(/\s+/gu, ' ');
  return line.replaceAll(/[\p{Cf}\p{Cc}\s]/gu, '') === '' ? null : line;
}
