import { LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CouplesService } from './couples/couples.service.js';
import { InvitesService } from './invites/invites.service.js';
import { PeopleService } from './people/people.service.js';
import { RequestsService } from './requests/requests.service.js';

const EVERY = 60_000;

/**
 * Ends and removes what is over. Calls look at the time themselves, so nothing a person sees depends on when this
 * runs; replicas may run it side by side.
 */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private stopped = false;

  constructor(
    @Inject(RequestsService) private readonly requests: RequestsService,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(InvitesService) private readonly invites: InvitesService,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.sweep(), EVERY);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** One at a time: a slow one is joined, not doubled. */
  sweep(): Promise<void> {
    this.running ??= this.run().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async run(): Promise<void> {
    const steps = [
      () => this.inBatches(() => this.requests.expire()),
      () => this.inBatches(() => this.couples.purge()),
      () => this.requests.sweep(),
      () => this.invites.sweep(),
      () => this.people.sweep(),
    ];
    // One step's failure is no reason to leave out the others.
    for (const step of steps) await step().catch((cause: unknown) => this.log.warn({ err: cause }, 'what is over could not be removed'));
  }

  private async inBatches(step: () => Promise<boolean>): Promise<void> {
    while (!this.stopped && (await step()));
  }
}
