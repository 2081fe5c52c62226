import { exportPath } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, MoreThan } from 'typeorm';
import { Clock } from '../clock.js';
import { AccessTokenSigner } from '../sessions/access-token-signer.js';
import { DataExport } from './data-export.entity.js';

/** Where a finished export is: made when somebody asks, so that no secret waits in a table or a queue. */
@Injectable()
export class ExportLinks {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AccessTokenSigner) private readonly signer: AccessTokenSigner,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  path({ id, expiresAt }: { id: string; expiresAt: Date }): string {
    return exportPath(this.signer.signExportLink(id, expiresAt));
  }

  /** Null for somebody who has no finished export (any more). */
  async pathFor(userId: string): Promise<string | null> {
    const row = await this.database.manager.findOneBy(DataExport, { userId, expiresAt: MoreThan(this.clock.now()) });
    return row?.expiresAt ? this.path({ id: row.id, expiresAt: row.expiresAt }) : null;
  }
}
