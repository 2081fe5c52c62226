import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LIMITS } from '@duet/contracts';
import { replicaTag } from '@duet/service-kit';
import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { createShardedAdapter } from '@socket.io/redis-adapter';
import { Server } from 'socket.io';
import type { AdapterBus } from '../redis/adapter-bus.js';

type Verdict = (error: string | null | undefined, allowed: boolean) => void;

/** Our Socket.IO server: who may open one, how large a frame may be, and how replicas reach each other. */
export class DuetIoAdapter extends IoAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly origin: string,
    private readonly bus: AdapterBus,
    private readonly isDraining: () => boolean,
  ) {
    super(app);
  }

  /** One port for everything: the gateway names none. */
  override createIOServer(): Server {
    const server = new Server(this.httpServer, {
      adapter: createShardedAdapter(this.bus, this.bus, { subscriptionMode: 'dynamic' }),
      allowRequest: (request: IncomingMessage, verdict: Verdict) => this.verify(request, verdict),
      maxHttpBufferSize: LIMITS.socketFrameBytes,
      // Deflate costs 256 kB for each connection and our frames are small.
      perMessageDeflate: false,
      httpCompression: false,
      serveClient: false,
      connectTimeout: 10_000,
    });
    // Over polling each request of a session is a new one: whoever balances them reads from the id which replica to ask.
    server.engine.generateId = ({ socket }: IncomingMessage) => replicaTag(socket.localAddress ?? '') + randomBytes(15).toString('base64url');
    return server;
  }

  /** CORS does not hold a WebSocket back. A caller without an Origin is no browser and carries no one else's login. */
  private verify(request: IncomingMessage, verdict: Verdict): void {
    if (this.isDraining()) return verdict('going away', false);
    const { origin } = request.headers;
    if (origin === undefined || origin === this.origin) verdict(null, true);
    else verdict('origin not allowed', false);
  }
}
