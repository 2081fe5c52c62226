import { LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '../clock.js';
import { AttachmentsService } from './attachments.service.js';
import { References } from './references.js';

const LOOK_EVERY = 10 * 60_000;

/** What no message refers to by then never will be referred to. */
const UNREFERENCED = 24 * 60 * 60_000;

/** messaging takes no more at a time. */
const BATCH = 500;

/** Removes files that were uploaded for a message that never came. */
@Injectable()
export class AttachmentCollector implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AttachmentsService) private readonly attachments: AttachmentsService,
    @Inject(References) private readonly references: References,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running = this.collect().catch((cause: unknown) => this.log.warn({ err: cause }, 'files without a message are still there'));
    }, LOOK_EVERY);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** messaging has the last word: a fact may be late, and a message's file must not go. */
  async collect(): Promise<void> {
    for (let looked = BATCH; looked === BATCH; ) {
      const rows = await this.database.query<{ id: string }[]>('SELECT id FROM attachments WHERE NOT sent AND created_at < $1 ORDER BY created_at LIMIT $2', [this.clock.in(-UNREFERENCED), BATCH]);
      looked = rows.length;
      if (looked === 0) return;
      const ids = rows.map(({ id }) => id);
      const used = await this.references.of(ids);
      await this.attachments.adopt(used);
      await this.attachments.collect(ids.filter((id) => !used.includes(id)));
    }
  }
}
