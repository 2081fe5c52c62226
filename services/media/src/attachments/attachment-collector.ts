import { FILE_OWNER_TYPES, type FileOwnerType } from '@duet/contracts';
import { Clock, DAY, Jobs, PeriodicJob } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { readStagedBefore } from './attachment.queries.js';
import { AttachmentsService } from './attachments.service.js';
import { References } from './references.js';

const COLLECT_EVERY = 10 * 60_000;

/** A staged file that no message refers to after this time, in milliseconds, is deleted. */
const UNREFERENCED = DAY;

/** Most ids that messaging takes in one call. */
const BATCH = 500;

/** Deletes staged files that no message and no entity ever referred to. */
@Injectable()
export class AttachmentCollector implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly periodic: PeriodicJob;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AttachmentsService) private readonly attachments: AttachmentsService,
    @Inject(References) private readonly references: References,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Jobs) jobs: Jobs,
  ) {
    this.periodic = jobs.periodic('unused-attachments', COLLECT_EVERY, () => this.collect());
  }

  onApplicationBootstrap(): void {
    this.periodic.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.periodic.stop();
  }

  /** Asks their owners' services before it deletes anything: an event may be late, and its files must stay. */
  async collect(): Promise<void> {
    for (let count = BATCH; count === BATCH;) {
      const rows = await readStagedBefore(this.database, [this.clock.in(-UNREFERENCED), BATCH]);
      count = rows.length;
      if (count === 0) return;
      const ids = rows.map(({ id }) => id);
      const idsOf = (owner: FileOwnerType | null): string[] =>
        rows.filter(({ ownerType }) => ownerType === owner).map(({ id }) => id);
      const used = await this.references.findUsed(idsOf(null));
      for (const type of FILE_OWNER_TYPES) used.push(...(await this.references.findUsedByEntities(type, idsOf(type))));
      await this.attachments.markSent(used);
      await this.attachments.eraseStaged(ids.filter((id) => !used.includes(id)));
    }
  }
}
