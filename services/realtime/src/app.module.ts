import { Health, KitModule, LOGGER, type Log, Revocations, RpcClientModule, watchRedis } from '@duet/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { bus } from './bus.js';
import { RealtimeConfig } from './config.js';
import { Sends } from './messages/sends.js';
import { LastSeen } from './presence/last-seen.js';
import { Presence } from './presence/presence.js';
import { AdapterBus } from './redis/adapter-bus.js';
import { PRESENCE_REDIS, connectRedis } from './redis/redis.js';
import { RedisClosing } from './redis/redis-closing.js';
import { ControlEffects } from './relay/control-effects.js';
import { Relay } from './relay/relay.js';
import { ConversationCursors } from './rooms/conversation-cursors.js';
import { Rooms } from './rooms/rooms.js';
import { ConnectionsGateway } from './connections/connections.gateway.js';
import { Drain } from './sockets/drain.js';
import { SocketEvents } from './connections/socket-events.js';
import { Sockets } from './sockets/sockets.js';
import { Sweep } from './sockets/sweep.js';
import { Usernames } from './sockets/usernames.js';

/** The socket edge: connections, rooms, presence and the relay of live updates. It owns no data. */
@Module({})
export class AppModule {
  static forRoot(config: RealtimeConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [KitModule.forRoot(bus, config), RpcClientModule],
      providers: [
        { provide: RealtimeConfig, useValue: config },
        {
          provide: PRESENCE_REDIS,
          inject: [LOGGER, Health],
          useFactory: (log: Log, health: Health) => {
            const redis = connectRedis(config.REDIS_URL, 'presence', log);
            watchRedis(health, redis);
            return redis;
          },
        },
        {
          provide: AdapterBus,
          inject: [LOGGER],
          useFactory: (log: Log) =>
            new AdapterBus(
              connectRedis(config.REDIS_URL, 'publish', log),
              connectRedis(config.REDIS_URL, 'subscribe', log),
              log,
            ),
        },
        RedisClosing,
        Revocations,
        Sockets,
        Sweep,
        ConversationCursors,
        Rooms,
        LastSeen,
        Presence,
        Sends,
        Usernames,
        SocketEvents,
        ConnectionsGateway,
        ControlEffects,
        Relay,
        Drain,
      ],
    };
  }
}
