import { LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RealtimeConfig } from '../config.js';
import { type LocalUser, Sockets } from './sockets.js';

/** The parts of a sweep. In one part, thousands of people would keep everybody's messages waiting for a third of a second. */
const PARTS = 30;

type Work = (users: readonly LocalUser[]) => Promise<void>;

/** Repeats work for each person with sockets here once per interval, a part of the people at a time. */
@Injectable()
export class Sweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly works: Work[] = [];
  private timer: NodeJS.Timeout | undefined;
  private part = 0;

  constructor(
    @Inject(RealtimeConfig) private readonly config: RealtimeConfig,
    @Inject(Sockets) private readonly sockets: Sockets,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.sweepPart(), this.config.SWEEP_INTERVAL / PARTS);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Adds work, which may begin for a person while an earlier run is not finished. */
  add(work: Work): void {
    this.works.push(work);
  }

  private sweepPart(): void {
    this.part = (this.part + 1) % PARTS;
    const users = this.sockets.allUsers().filter(({ arrival }) => arrival % PARTS === this.part);
    if (users.length === 0) return;
    for (const work of this.works)
      void work(users).catch((cause: unknown) => this.log.warn({ err: cause }, 'sweep failed'));
  }
}
