import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { AdapterBus } from './adapter-bus.js';
import { PRESENCE_REDIS } from './redis.js';

/** Closes the Redis connections after the sockets. */
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
