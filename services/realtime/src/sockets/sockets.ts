import type {
  Audience,
  ClientToServerEvents,
  ConversationHead,
  Delivery,
  ErrorCode,
  LastSeenView,
  ServerToClientEvents,
} from '@duet/contracts';
import { Health } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';

/** A connection's state; the ids are verified by its token. */
export interface SocketData {
  userId: string;
  sessionId: string;
  token: string;
  /** The key that signed the token. */
  keyId: string;
  expiry: NodeJS.Timeout;
  /** The person is away: neither shown online nor sent the online partners. */
  hidden: boolean;
  /** When it was admitted, in milliseconds of the monotonic clock. */
  since: number;
}

export type DuetServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type DuetSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;

/**
 * A person with sockets in this process. `chatId` is their couple's room as last known; `changedAt` is the logical time of its
 * last live update, so that an older answer does not overwrite it.
 */
export interface LocalUser {
  readonly userId: string;
  /** How many people came before since the process began. */
  readonly arrival: number;
  readonly sockets: Set<DuetSocket>;
  chatId: string | null;
  changedAt: number;
  /** Whether the couple shows typing and presence; both are false until messaging has answered. */
  shows: ConversationHead['shows'];
  /** When the partner was last online, as messaging last answered; null while the couple does not share it. */
  lastSeen: LastSeenView | null;
  /** The logical time at which the applied answer of messaging was asked for: a slower, older one is dropped. */
  askedAt: number;
  /** The online partners as last sent, to send differences only. */
  partnersOnline: string;
  username: Promise<string> | null;
}

/** The privacy of a couple that messaging has not answered for: neither typing nor presence is shown. */
export const NOTHING: ConversationHead['shows'] = { typing: false, online: false };

/** The names of Socket.IO rooms. */
export const room = {
  user: (userId: string): string => `user:${userId}`,
  session: (sessionId: string): string => `session:${sessionId}`,
  couple: (chatId: string): string => `couple:${chatId}`,
  /** The couple's sockets that may see presence; `typing` likewise. */
  presence: (chatId: string): string => `presence:${chatId}`,
  typing: (chatId: string): string => `typing:${chatId}`,
  of: (audience: Audience): string => {
    if ('couple' in audience) return room.couple(audience.couple);
    return 'user' in audience ? room.user(audience.user) : room.session(audience.session);
  },
};

/** Why a sync hint is sent. */
type HintReason = 'arrival' | 'interval' | 'bus-reconnect';

/** The registry of this process's authenticated sockets, by user. */
@Injectable()
export class Sockets {
  private readonly users = new Map<string, LocalUser>();
  private attached: DuetServer | undefined;
  private logicalTime = 0;
  private arrivals = 0;
  private readonly hints: Counter<'reason'>;
  /** The process is stopping and rejects new connections. */
  isDraining = false;

  constructor(@Inject(Health) health: Health) {
    const gauge: Gauge = new Gauge({
      name: 'duet_sockets',
      help: 'Authenticated socket connections',
      registers: [health.metrics],
      collect: (): void => gauge.set(this.all().length),
    });
    this.hints = new Counter({
      name: 'duet_sync_hints_total',
      help: 'Sync hints sent, by reason',
      labelNames: ['reason'],
      registers: [health.metrics],
    });
  }

  attach(server: DuetServer): void {
    this.attached = server;
  }

  get server(): DuetServer {
    if (!this.attached) throw new TypeError('the socket server is not attached');
    return this.attached;
  }

  /** A logical time of this process, which only orders events. */
  now(): number {
    return ++this.logicalTime;
  }

  add(socket: DuetSocket): LocalUser {
    const { userId } = socket.data;
    const user = this.users.get(userId) ?? {
      userId,
      arrival: this.arrivals++,
      sockets: new Set(),
      chatId: null,
      changedAt: 0,
      shows: NOTHING,
      lastSeen: null,
      askedAt: 0,
      partnersOnline: '',
      username: null,
    };
    this.users.set(userId, user);
    user.sockets.add(socket);
    return user;
  }

  /** @returns the owner, or undefined for a socket that was never admitted. */
  remove(socket: DuetSocket): LocalUser | undefined {
    const user = this.users.get(socket.data.userId);
    if (!user?.sockets.delete(socket)) return undefined;
    if (user.sockets.size === 0) this.users.delete(user.userId);
    return user;
  }

  find(userId: string): LocalUser | undefined {
    return this.users.get(userId);
  }

  allUsers(): LocalUser[] {
    return [...this.users.values()];
  }

  all(): DuetSocket[] {
    return this.allUsers().flatMap((user) => [...user.sockets]);
  }

  ofSession(sessionId: string): DuetSocket[] {
    return this.all().filter((socket) => socket.data.sessionId === sessionId);
  }

  /** Emits to the sockets of this process only: every replica receives the update itself. */
  deliver({ to, event, data }: Delivery): void {
    const untyped: Server = this.server;
    untyped.local.to(room.of(to)).emit(event, data);
  }

  /** Sends the conversation's cursors to a person's devices, or to one of them; clients that are behind sync. */
  hint({ userId, chatId, rev, ownRev }: ConversationHead, reason: HintReason, only?: DuetSocket): void {
    this.hints.inc({ reason });
    const hint = { chatId, rev, ownRev };
    if (only) only.emit('sync_hint', hint);
    else this.deliver({ to: { user: userId }, event: 'sync_hint', data: hint });
  }

  /** Ends a connection with an error code; the client does not reconnect with the same token. */
  refuse(socket: DuetSocket, code: ErrorCode): void {
    socket.emit('authentication_error', { code });
    socket.disconnect(true);
  }
}
