import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type NatsConnection, type NodeConnectionOptions, connect } from '@nats-io/transport-node';
import { LOGGER, type Log } from '../observe/tokens.js';

/** How every connection of ours behaves: it never gives up, and comes back fast but not all at once. */
export function busOptions(url: string, name: string): NodeConnectionOptions {
  return {
    ...serversOf(url),
    name,
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
    reconnectTimeWait: 250,
    reconnectJitter: 250,
    pingInterval: 10_000,
    maxPingOut: 2,
    noAsyncTraces: true,
  };
}

/**
 * `nats://user:password@one,nats://two`: the client takes the login apart from the addresses. Answers then come to
 * inboxes under the user's own name, which the server lets nobody else read.
 */
function serversOf(url: string): Pick<NodeConnectionOptions, 'servers' | 'user' | 'pass' | 'inboxPrefix'> {
  const parsed = url.split(',').map((one) => new URL(one));
  const servers = parsed.map(({ protocol, host }) => `${protocol}//${host}`);
  const login = parsed.find(({ username }) => username !== '');
  if (!login) return { servers };
  const user = decodeURIComponent(login.username);
  return { servers, user, pass: decodeURIComponent(login.password), inboxPrefix: `_INBOX.${user}` };
}

type Listener = () => void;

/**
 * The process's own connection to NATS for everything that is not a call: live events, facts, streams. Reconnects by
 * itself and tells those who must heal afterwards.
 */
@Injectable()
export class Bus implements OnApplicationShutdown {
  private readonly reconnected: Listener[] = [];
  private connected = true;

  private constructor(
    readonly connection: NatsConnection,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  static async connect(url: string, name: string, log: Log): Promise<Bus> {
    const bus = new Bus(await connect(busOptions(url, name)), log);
    void bus.watch();
    return bus;
  }

  /** Runs after each reconnect; what was published while away is gone. */
  onReconnect(listener: Listener): void {
    this.reconnected.push(listener);
  }

  isConnected(): boolean {
    return this.connected;
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.connection.isClosed()) return;
    // Without a server nothing can be flushed, and waiting for one would outlast the patience of whoever stops us.
    if (!this.connected) return this.connection.close();
    await this.connection.drain().catch((cause: unknown) => this.log.warn({ err: cause }, 'bus did not drain'));
  }

  private async watch(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type === 'disconnect') {
        this.connected = false;
        this.log.warn('bus connection lost');
      }
      if (status.type === 'reconnect') {
        this.connected = true;
        this.log.info('bus connection is back');
        for (const listener of this.reconnected) listener();
      }
      if (status.type === 'error') this.log.error({ err: status.error }, 'bus error');
    }
  }
}
