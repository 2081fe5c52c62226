import { Inject, Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Health } from '../observe/health.js';
import { LOGGER, type Log } from '../observe/tokens.js';
import { Clock, monotonicNow } from './clock.js';

/** Milliseconds. Smaller corrections are jitter of the network or of a busy machine. */
const NOTABLE = 1_000;

/** Milliseconds. The time in an answer that took longer says too little. */
const LONGEST_CALL = 1_000;

/**
 * Makes the process's clock follow the database's, so that due times, leases and tokens mean the same to all processes. A
 * process without a database reads the time from the answers of those that have one.
 */
@Injectable()
export class ReferenceTime {
  private hasDatabase = false;
  private readonly skew: Gauge;

  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Health) { metrics }: Health,
  ) {
    this.skew = new Gauge({
      name: 'duet_clock_skew_seconds',
      help: "The machine's clock minus the database's",
      registers: [metrics],
    });
  }

  /** @param epochMs the database's clock, in milliseconds since 1970 @param sent `monotonicNow` before the question */
  readDatabase(epochMs: number, sent: number): void {
    this.hasDatabase = true;
    this.follow(epochMs, sent);
  }

  /** @param at what `stamp` returned to the process that answered @param sent `monotonicNow` before the call */
  readAnswer(at: unknown, sent: number): void {
    if (!this.hasDatabase && typeof at === 'number' && monotonicNow() - sent <= LONGEST_CALL) this.follow(at, sent);
  }

  /** The time for an answer, in milliseconds since 1970; undefined in a process without a database. */
  stamp(): number | undefined {
    return this.hasDatabase ? this.clock.untested().getTime() : undefined;
  }

  private follow(epochMs: number, sent: number): void {
    const received = monotonicNow();
    const machine = new Date().getTime();
    const latest = epochMs + received - sent;
    this.skew.set((machine - Math.min(Math.max(machine, epochMs), latest)) / 1000);
    const by = this.clock.follow(epochMs, sent, received);
    if (Math.abs(by) >= NOTABLE) this.log.warn({ milliseconds: Math.round(by) }, 'process clock corrected');
  }
}
