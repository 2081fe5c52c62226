import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LIMITS } from '@duet/contracts';
import { replicaTag } from '@duet/service-kit';
import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { MessageMappingProperties } from '@nestjs/websockets';
import { createShardedAdapter } from '@socket.io/redis-adapter';
import { Server, type Socket } from 'socket.io';
import type { AdapterBus } from '../redis/adapter-bus.js';

type Verdict = (error: string | null | undefined, allowed: boolean) => void;

/** Configures the Socket.IO server: origins, frame sizes and the adapter between replicas. */
export class DuetIoAdapter extends IoAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly origin: string,
    private readonly bus: AdapterBus,
    private readonly isDraining: () => boolean,
  ) {
    super(app);
  }

  /** Sockets share the HTTP server's port. */
  override createIOServer(): Server {
    const server = new Server(this.httpServer, {
      adapter: createShardedAdapter(this.bus, this.bus, { subscriptionMode: 'dynamic' }),
      allowRequest: (request: IncomingMessage, verdict: Verdict) => this.verify(request, verdict),
      maxHttpBufferSize: LIMITS.socketFrameBytes,
      // Deflate costs 256 kB per connection, and frames are small.
      perMessageDeflate: false,
      httpCompression: false,
      serveClient: false,
      connectTimeout: 10_000,
    });
    // Each polling request is a new HTTP request; the load balancer reads the replica from the session id.
    server.engine.generateId = ({ socket }: IncomingMessage) =>
      replicaTag(socket.localAddress ?? '') + randomBytes(15).toString('base64url');
    return server;
  }

  /**
   * Binds one plain listener per event: Nest's own streams cost each event half as much CPU again and each connection 33 kB
   * (docs/decisions/0062). Handlers resolve with the acknowledgement and never reject.
   */
  override bindMessageHandlers(socket: Socket, handlers: MessageMappingProperties[]): void {
    for (const { message, callback } of handlers) {
      socket.on(message, async (...args: unknown[]) => {
        const answer: unknown = await callback(args[0]);
        const acknowledge = args.at(-1);
        if (typeof acknowledge === 'function') acknowledge(answer);
      });
    }
  }

  /** CORS does not apply to WebSockets. A client without an Origin is no browser and has no ambient credentials. */
  private verify(request: IncomingMessage, verdict: Verdict): void {
    if (this.isDraining()) return verdict('shutting down', false);
    const { origin } = request.headers;
    if (origin === undefined || origin === this.origin) verdict(null, true);
    else verdict('origin not allowed', false);
  }
}
