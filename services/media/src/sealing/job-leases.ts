import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Lease } from './lease.entity.js';
import { takeLease } from './lease.queries.js';

/** Leases of jobs that one replica at a time runs. A dead replica's lease expires. */
@Injectable()
export class JobLeases {
  private readonly holder = randomUUID();

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Takes or renews a lease. @returns false while another replica has it */
  async take(name: string, seconds: number): Promise<boolean> {
    return (await takeLease(this.database, [name, this.holder, seconds])).length > 0;
  }

  async release(name: string): Promise<void> {
    await this.database.manager.delete(Lease, { name, holder: this.holder });
  }
}
