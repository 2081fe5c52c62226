import { Jobs, LOGGER, type Log, PeriodicJob } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Announcements } from '../announcements/announcements.service.js';
import { CouplesService } from '../couples/couples.service.js';
import { InvitesService } from '../invites/invites.service.js';
import { MoodsService } from '../moods/moods.service.js';
import { Acquaintances } from '../people/acquaintances.service.js';
import { PeopleService } from '../people/people.service.js';
import { ReportResealing } from '../reports/report-resealing.js';
import { ReportsService } from '../reports/reports.service.js';
import { RequestsService } from '../requests/requests.service.js';

const EVERY = 60_000;

/**
 * Expires old requests and deletes rows that are no longer needed. Calls check the age of requests, invites and couples
 * themselves, so their answers do not depend on when this runs.
 */
@Injectable()
export class PairingSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly periodic: PeriodicJob;

  constructor(
    @Inject(RequestsService) private readonly requests: RequestsService,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(InvitesService) private readonly invites: InvitesService,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(Acquaintances) private readonly acquaintances: Acquaintances,
    @Inject(Announcements) private readonly announcements: Announcements,
    @Inject(MoodsService) private readonly moods: MoodsService,
    @Inject(ReportsService) private readonly reports: ReportsService,
    @Inject(ReportResealing) private readonly resealing: ReportResealing,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Jobs) jobs: Jobs,
  ) {
    this.periodic = jobs.periodic('sweep', EVERY, () => this.run());
  }

  onApplicationBootstrap(): void {
    this.periodic.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.periodic.stop();
  }

  /** Runs one sweep now. */
  sweep(): Promise<void> {
    return this.periodic.run();
  }

  private async run(): Promise<void> {
    const steps = {
      'expire requests': () => this.periodic.repeat(() => this.requests.expireOld()),
      'purge couples': () => this.periodic.repeat(() => this.couples.purgeExpired()),
      'delete requests': () => this.requests.deleteOld(),
      'delete invites': () => this.invites.deleteExpired(),
      'delete departures': () => this.people.deleteOldDepartures(),
      'delete handled steps': () => this.announcements.deleteOldAnnouncedEvents(),
      'delete moods': () => this.moods.deleteOld(),
      'delete reports': () => this.reports.deleteOld(),
      'reseal reports': () => this.periodic.repeat(() => this.resealing.renewSome()),
      'delete acquaintances': () => this.acquaintances.deleteStale(),
    };
    // A failed step does not stop the others.
    for (const [step, run] of Object.entries(steps))
      await run().catch((cause: unknown) => this.log.warn({ err: cause, step }, 'sweeper step failed'));
  }
}
