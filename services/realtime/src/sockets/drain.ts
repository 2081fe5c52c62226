import { setTimeout as pause } from 'node:timers/promises';
import { LOGGER, type Log } from '@duet/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { RealtimeConfig } from '../config.js';
import { Sockets } from './sockets.js';

const BATCHES = 20;

/**
 * Closes the sockets in batches before the process ends, so that clients reconnect to other replicas without a storm. It closes
 * the transport: after Socket.IO's own disconnect packet clients would not reconnect.
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
    this.log.info({ sockets: sockets.length }, 'drain closing sockets');
    const size = Math.max(1, Math.ceil(sockets.length / BATCHES));
    const interval = this.config.DRAIN_TIME / BATCHES;
    for (let start = 0; start < sockets.length; start += size) {
      for (const socket of sockets.slice(start, start + size)) socket.conn.close();
      if (start + size < sockets.length) await pause(interval * (0.5 + Math.random() / 2));
    }
  }
}
