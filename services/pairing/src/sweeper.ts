import { LOGGER, type Log, Recurring } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CouplesService } from './couples/couples.service.js';
import { InvitesService } from './invites/invites.service.js';
import { PeopleService } from './people/people.service.js';
import { RequestsService } from './requests/requests.service.js';

const EVERY = 60_000;

const LEFT = 'what is over could not be removed';

/**
 * Ends and removes what is over. Calls look at the time themselves, so nothing a person sees depends on when this
 * runs; replicas may run it side by side.
 */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly recurring: Recurring;
  private stopped = false;

  constructor(
    @Inject(RequestsService) private readonly requests: RequestsService,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(InvitesService) private readonly invites: InvitesService,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(LOGGER) private readonly log: Log,
  ) {
    this.recurring = new Recurring(EVERY, () => this.run(), (cause) => this.log.warn({ err: cause }, LEFT));
  }

  onApplicationBootstrap(): void {
    this.recurring.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    await this.recurring.stop();
  }

  sweep(): Promise<void> {
    return this.recurring.run();
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
    for (const step of steps) await step().catch((cause: unknown) => this.log.warn({ err: cause }, LEFT));
  }

  private async inBatches(step: () => Promise<boolean>): Promise<void> {
    while (!this.stopped && (await step()));
  }
}
