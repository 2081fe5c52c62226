import type { MessageStatistics } from '@duet/contracts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { readStatistics } from './statistics.queries.js';

@Injectable()
export class StatisticsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async of(userId: string): Promise<MessageStatistics> {
    const [row] = await readStatistics(this.database, [userId]);
    return row ?? { sentByBoth: 0, sentByMe: 0 };
  }
}
