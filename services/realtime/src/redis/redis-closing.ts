import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AdapterBus } from './adapter-bus.js';
import { PRESENCE_REDIS, type SharedRedis } from './redis.js';

/** Closes the Redis connections after the sockets. */
@Injectable()
export class RedisClosing implements OnApplicationShutdown {
  constructor(
    @Inject(PRESENCE_REDIS) private readonly presence: SharedRedis,
    @Inject(AdapterBus) private readonly adapter: AdapterBus,
  ) {}

  onApplicationShutdown(): void {
    this.presence.disconnect();
    this.adapter.close();
  }
}
