import type { Audience, ClientToServerEvents, ConversationHead, Delivery, ServerToClientEvents } from '@duet/contracts';
import { Health } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';

/** What we know of a connection, proved by its token. */
export interface SocketData {
  userId: string;
  sessionId: string;
  token: string;
  expiry: NodeJS.Timeout;
  /** The person does not want to be seen online; then they see nobody either. */
  hidden: boolean;
}

export type DuetServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type DuetSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;

/**
 * A person with sockets in this process. `chatId` is the couple's room they stand in, as the server last heard;
 * `changedAt` is when that was told live, so that an older answer does not overrule it.
 */
export interface LocalUser {
  readonly userId: string;
  readonly sockets: Set<DuetSocket>;
  chatId: string | null;
  changedAt: number;
  /** What may pass between the two: nothing before messaging has said so. */
  shows: ConversationHead['shows'];
  /** Who the last look found online in the couple, to tell only what differs. */
  partnersOnline: string;
  username: Promise<string> | null;
}

export const NOTHING: ConversationHead['shows'] = { typing: false, online: false };

export const room = {
  user: (userId: string): string => `user:${userId}`,
  session: (sessionId: string): string => `session:${sessionId}`,
  couple: (chatId: string): string => `couple:${chatId}`,
  /** Of a couple's sockets, those that may be told who is online, or who types. */
  presence: (chatId: string): string => `presence:${chatId}`,
  typing: (chatId: string): string => `typing:${chatId}`,
  of: (audience: Audience): string => {
    if ('couple' in audience) return room.couple(audience.couple);
    return 'user' in audience ? room.user(audience.user) : room.session(audience.session);
  },
};

/** Why a client is told where its conversation stands. */
type HintReason = 'arrival' | 'interval' | 'bus-reconnect';

/** The connections of this process: who they belong to and how to reach them. */
@Injectable()
export class Sockets {
  private readonly users = new Map<string, LocalUser>();
  private attached: DuetServer | undefined;
  private clock = 0;
  private readonly hints: Counter<'reason'>;
  /** The process is about to end: whoever comes now goes elsewhere at once. */
  isDraining = false;

  constructor(@Inject(Health) health: Health) {
    const gauge: Gauge = new Gauge({
      name: 'duet_sockets',
      help: 'Authenticated socket connections',
      registers: [health.metrics],
      collect: (): void => gauge.set(this.all().length),
    });
    this.hints = new Counter({ name: 'duet_sync_hints_total', help: 'How often clients were told to compare, by reason', labelNames: ['reason'], registers: [health.metrics] });
  }

  attach(server: DuetServer): void {
    this.attached = server;
  }

  get server(): DuetServer {
    if (!this.attached) throw new TypeError('the socket server is not there yet');
    return this.attached;
  }

  /** A moment of this process, only good for telling earlier from later. */
  now(): number {
    return ++this.clock;
  }

  add(socket: DuetSocket): LocalUser {
    const { userId } = socket.data;
    const user = this.users.get(userId) ?? { userId, sockets: new Set(), chatId: null, changedAt: 0, shows: NOTHING, partnersOnline: '', username: null };
    this.users.set(userId, user);
    user.sockets.add(socket);
    return user;
  }

  /** @returns the owner, or undefined for a socket that was never let in. */
  remove(socket: DuetSocket): LocalUser | undefined {
    const user = this.users.get(socket.data.userId);
    if (!user?.sockets.delete(socket)) return undefined;
    if (user.sockets.size === 0) this.users.delete(user.userId);
    return user;
  }

  find(userId: string): LocalUser | undefined {
    return this.users.get(userId);
  }

  everybody(): LocalUser[] {
    return [...this.users.values()];
  }

  all(): DuetSocket[] {
    return this.everybody().flatMap((user) => [...user.sockets]);
  }

  ofSession(sessionId: string): DuetSocket[] {
    return this.all().filter((socket) => socket.data.sessionId === sessionId);
  }

  /** To the sockets of this process only: every replica hears of it by itself. */
  deliver({ to, event, data }: Delivery): void {
    const untyped: Server = this.server;
    untyped.local.to(room.of(to)).emit(event, data);
  }

  /** Tells a person's devices, or one of them, where the conversation stands: who is behind catches up. */
  hint({ userId, chatId, rev }: ConversationHead, reason: HintReason, only?: DuetSocket): void {
    this.hints.inc({ reason });
    if (only) only.emit('sync_hint', { chatId, rev });
    else this.deliver({ to: { user: userId }, event: 'sync_hint', data: { chatId, rev } });
  }

  /** Ends a connection for good: the client learns why and does not come back by itself with the same token. */
  refuse(socket: DuetSocket, code: string): void {
    socket.emit('authentication_error', { code });
    socket.disconnect(true);
  }
}
