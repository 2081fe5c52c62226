import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { AdapterBus } from './adapter-bus.js';
import { PRESENCE_REDIS } from './redis.js';

/** Ends the Redis connections after the sockets are gone. */
@Injectable()
export class RedisClosing implements OnApplicationShutdown {
  constructor(
    @Inject(PRESENCE_REDIS) private readonly presence: Redis,
    @Inject(AdapterBus) private readonly adapter: AdapterBus,
  ) {}

  onApplicationShutdown(): void {
    this.presence.disconnect();
    this.adapter.close();
  }
}
