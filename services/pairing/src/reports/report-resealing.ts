import { Health, InstallationKeys, LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Gauge } from 'prom-client';
import { DataSource, In, Not } from 'typeorm';
import { openReport, sealReport } from './report-content.js';
import { Report } from './report.entity.js';

const BATCH = 100;

/** The rotation of `REPORT_KEY`: reports of the previous key are sealed again, so that it can be dropped. */
@Injectable()
export class ReportResealing {
  private complete = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(InstallationKeys) private readonly keys: InstallationKeys,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Health) health: Health,
  ) {
    // A deployment with the wrong key must not replace one with the right key.
    health.add('report-key', async () => (this.complete ||= await this.hasOnlyKnownKeys()));
    const old = new Gauge({
      name: 'duet_reports_old_key',
      help: 'Reports that an older key has sealed',
      registers: [health.metrics],
      collect: async () => {
        old.set(
          await this.database.manager.countBy(Report, { sealedBy: Not(this.keys.currentId) }).catch(() => Number.NaN),
        );
      },
    });
  }

  /** Seals some reports of the previous key again. @returns whether there may be more */
  async renewSome(): Promise<boolean> {
    const { manager } = this.database;
    const older = this.keys.ids.filter((id) => id !== this.keys.currentId);
    const rows = await manager.find(Report, { where: { sealedBy: In(older) }, order: { id: 'ASC' }, take: BATCH });
    for (const row of rows)
      await manager.update(
        Report,
        { id: row.id, sealedBy: row.sealedBy },
        sealReport(this.keys, row.id, openReport(this.keys, row)),
      );
    if (rows.length > 0) this.log.info({ count: rows.length }, 'reports resealed');
    return rows.length === BATCH;
  }

  private async hasOnlyKnownKeys(): Promise<boolean> {
    return !(await this.database.manager.existsBy(Report, { sealedBy: Not(In(this.keys.ids)) }));
  }
}
