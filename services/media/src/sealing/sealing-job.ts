import { Health, LOGGER, type Log, PeriodicJob } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { DataKeys } from './data-keys.service.js';
import { JobLeases } from './job-leases.js';
import { PlainObjects } from './plain-objects.js';

const EVERY = 10 * 60_000;
const BATCH = 100;

/** Longer than sealing the objects of one row takes. */
const LEASE_SECONDS = 120;

const NAME = 'sealing';

/** Seals objects from before objects were sealed, and reseals data keys of older installation keys. Each round continues where the last one stopped. */
@Injectable()
export class SealingJob implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly periodic: PeriodicJob;
  private stopping = false;

  constructor(
    @Inject(PlainObjects) private readonly plain: PlainObjects,
    @Inject(DataKeys) private readonly keys: DataKeys,
    @Inject(JobLeases) private readonly leases: JobLeases,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Health) health: Health,
  ) {
    this.periodic = new PeriodicJob(
      EVERY,
      () => this.work(),
      (cause) => this.log.warn({ err: cause }, 'sealing round failed'),
    );
    const left = new Gauge({
      name: 'duet_plain_objects',
      help: 'Rows whose objects are not sealed yet',
      registers: [health.metrics],
      collect: async () => {
        left.set(await this.plain.count().catch(() => Number.NaN));
      },
    });
  }

  onApplicationBootstrap(): void {
    this.periodic.start();
    void this.run().catch((cause: unknown) => this.log.warn({ err: cause }, 'sealing round failed'));
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    await this.periodic.stop();
  }

  /** Runs one round now, unless another replica runs one. */
  run(): Promise<void> {
    return this.periodic.run();
  }

  private async work(): Promise<void> {
    if (!(await this.leases.take(NAME, LEASE_SECONDS))) return;
    try {
      while ((await this.keys.renewSome(BATCH)) === BATCH && (await this.mayGoOn()));
      await this.keys.forgetDestroyed();
      const { sealed, failed } = await this.sealAll();
      if (sealed + failed > 0) this.log.info({ sealed, failed }, 'sealing job sealed objects');
    } finally {
      await this.leases.release(NAME);
    }
  }

  private async sealAll(): Promise<{ sealed: number; failed: number }> {
    const done = { sealed: 0, failed: 0 };
    for await (const { id, seal } of this.plain.rows(BATCH)) {
      if (!(await this.mayGoOn())) break;
      try {
        await seal();
        done.sealed += 1;
      } catch (cause) {
        done.failed += 1;
        this.log.warn({ err: cause, row: id }, 'object sealing failed');
      }
    }
    return done;
  }

  private async mayGoOn(): Promise<boolean> {
    return !this.stopping && (await this.leases.take(NAME, LEASE_SECONDS));
  }
}
