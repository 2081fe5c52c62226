import { LIMITS } from '@duet/contracts';
import {
  AccessTokens,
  AppError,
  Clock,
  KeySet,
  LOGGER,
  type Log,
  PeriodicJob,
  Revocations,
  type VerifiedToken,
  monotonicNow,
  sessionAlias,
} from '@duet/service-kit';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type OnGatewayConnection, type OnGatewayInit, WebSocketGateway } from '@nestjs/websockets';
import { RealtimeConfig } from '../config.js';
import { Presence } from '../presence/presence.js';
import { Rooms } from '../rooms/rooms.js';
import { SocketEvents } from './socket-events.js';
import { type DuetServer, type DuetSocket, type LocalUser, Sockets, room } from '../sockets/sockets.js';

/** Authenticates connections and ends them when their token expires, its key is removed or their session is revoked. */
@Injectable()
@WebSocketGateway()
export class ConnectionsGateway implements OnGatewayInit<DuetServer>, OnGatewayConnection<DuetSocket>, OnModuleDestroy {
  private readonly keysCheck: PeriodicJob;

  constructor(
    @Inject(RealtimeConfig) { SWEEP_INTERVAL }: RealtimeConfig,
    @Inject(Sockets) private readonly sockets: Sockets,
    @Inject(AccessTokens) private readonly tokens: AccessTokens,
    @Inject(KeySet) private readonly keys: KeySet,
    @Inject(Revocations) private readonly revocations: Revocations,
    @Inject(SocketEvents) private readonly events: SocketEvents,
    @Inject(Rooms) private readonly rooms: Rooms,
    @Inject(Presence) private readonly presence: Presence,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Log,
  ) {
    this.keysCheck = new PeriodicJob(
      SWEEP_INTERVAL,
      () => Promise.resolve(this.refuseRemovedKeys()),
      (cause) => this.log.warn({ err: cause }, 'socket keys check failed'),
    );
  }

  afterInit(server: DuetServer): void {
    this.sockets.attach(server);
    this.revocations.onRevoked((sessionId) => {
      for (const socket of this.sockets.ofSession(sessionId)) this.sockets.refuse(socket, 'UNAUTHENTICATED');
    });
    this.keysCheck.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.keysCheck.stop();
  }

  private refuseRemovedKeys(): void {
    for (const socket of this.sockets.all())
      if (!this.keys.find(socket.data.keyId)) this.sockets.refuse(socket, 'UNAUTHENTICATED');
  }

  handleConnection(socket: DuetSocket): void {
    // The handshake's request keeps kilobytes alive for as long as the connection lasts.
    Reflect.set(socket.conn, 'request', undefined);
    try {
      const token: unknown = socket.handshake.auth['token'];
      if (typeof token !== 'string') throw new AppError('UNAUTHENTICATED');
      const verified = this.tokens.verify(token);
      if (this.revocations.isRevoked(verified.sessionId)) throw new AppError('UNAUTHENTICATED');
      const open = this.sockets.find(verified.userId)?.sockets.size ?? 0;
      if (open >= LIMITS.socketsPerUser) throw new AppError('RATE_LIMITED');
      const user = this.admit(socket, token, verified);
      void this.welcome(user, socket).catch((cause: unknown) =>
        this.log.error({ err: cause }, 'socket welcome failed'),
      );
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause;
      // A client whose connection breaks tries again at once; one that is refused waits.
      if (cause.code === 'UNAVAILABLE') socket.conn.close();
      else this.sockets.refuse(socket, cause.code);
    }
  }

  private admit(socket: DuetSocket, token: string, { userId, sessionId, expiresAt, keyId }: VerifiedToken): LocalUser {
    const expiry = setTimeout(
      () => this.sockets.refuse(socket, 'TOKEN_EXPIRED'),
      expiresAt - this.clock.now().getTime(),
    );
    const hidden = socket.handshake.auth['status'] === 'away';
    socket.data = { userId, sessionId, token, keyId, expiry, hidden, since: monotonicNow() };
    // Nest stops calling its own hook when the process begins to close.
    socket.once('disconnect', (reason) => this.leave(socket, reason));
    this.events.limit(socket);
    void socket.join([room.user(userId), room.session(sessionId)]);
    return this.sockets.add(socket);
  }

  private leave(socket: DuetSocket, reason: string): void {
    clearTimeout(socket.data.expiry);
    const { sessionId, since } = socket.data;
    const seconds = Math.round((monotonicNow() - since) / 1_000);
    this.log.info({ session: sessionAlias(sessionId), seconds, reason }, 'socket session ended');
    const user = this.sockets.remove(socket);
    if (user) this.presence.depart(user, socket);
  }

  /** Joins the room before `authenticated`: later commits reach the socket, and the hint covers earlier ones. */
  private async welcome(user: LocalUser, socket: DuetSocket): Promise<void> {
    const head = await this.rooms.welcome(user, socket);
    if (!socket.connected) return;
    socket.emit('authenticated', { userId: user.userId });
    if (head) this.sockets.hint(head, 'arrival', socket);
    await this.presence.greet(user, socket);
  }
}
