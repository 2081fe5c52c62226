import { setTimeout as pause } from 'node:timers/promises';
import { LOGGER, type Log } from '@duet/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { RealtimeConfig } from '../config.js';
import { Sockets } from './sockets.js';

const BATCHES = 20;

/**
 * Sends the sockets to another replica before the process ends: a few at a time, so that a roll-out is no storm. The
 * connection is closed below Socket.IO's own goodbye, after which clients would not come back by themselves.
 */
@Injectable()
export class Drain implements BeforeApplicationShutdown {
  constructor(
    @Inject(RealtimeConfig) private readonly config: RealtimeConfig,
    @Inject(Sockets) private readonly sockets: Sockets,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    this.sockets.isDraining = true;
    const sockets = this.sockets.all();
    this.log.info({ sockets: sockets.length }, 'sending sockets elsewhere');
    const size = Math.max(1, Math.ceil(sockets.length / BATCHES));
    const rest = this.config.DRAIN_TIME / BATCHES;
    for (let start = 0; start < sockets.length; start += size) {
      for (const socket of sockets.slice(start, start + size)) socket.conn.close();
      if (start + size < sockets.length) await pause(rest * (0.5 + Math.random() / 2));
    }
  }
}
