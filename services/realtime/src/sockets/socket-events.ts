import { randomUUID } from 'node:crypto';
import { type Ack, type ClientToServerEvents, LIMITS, MarkDeliveredDto, MarkReadDto, RoomDto, ToggleReactionDto, TypingDto, UserStatusDto, markDelivered, markRead, toggleReaction } from '@duet/contracts';
import { AppError, Health, LOGGER, type Log, RpcClient, validateInput } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Sends } from '../messages/sends.js';
import { Presence } from '../presence/presence.js';
import { Rooms } from '../rooms/rooms.js';
import { type DuetSocket, type LocalUser, Sockets, room } from './sockets.js';
import { Usernames } from './usernames.js';

/** Answers what the acknowledgement carries, or throws AppError. The data is whatever the client sent. */
type Handler = (socket: DuetSocket, data: unknown) => unknown;

type Acknowledge = (answer: Ack<unknown>) => void;

const isAcknowledge = (value: unknown): value is Acknowledge => typeof value === 'function';

/**
 * What clients may say, one entry per event. The listeners are plain functions shared by all sockets: decorated
 * handlers would cost each connection twice its memory.
 */
@Injectable()
export class SocketEvents {
  private readonly handlers: Record<keyof ClientToServerEvents, Handler>;
  private readonly limiter = new RateLimiterMemory({ points: LIMITS.socketEventsPer10s, duration: 10 });
  /** Its own, so that whoever types a lot can still send. */
  private readonly typingLimiter = new RateLimiterMemory({ points: LIMITS.socketTypingPer10s, duration: 10 });
  private readonly counted: Counter<'event' | 'outcome'>;

  constructor(
    @Inject(Sockets) private readonly sockets: Sockets,
    @Inject(Rooms) private readonly rooms: Rooms,
    @Inject(Presence) private readonly presence: Presence,
    @Inject(Usernames) private readonly usernames: Usernames,
    @Inject(Sends) sends: Sends,
    @Inject(RpcClient) rpc: RpcClient,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Health) health: Health,
  ) {
    this.handlers = {
      send_message: (socket, data) => sends.send(socket, data),
      message_read: ({ data: { token } }, data) => rpc.call(markRead, { token, requestId: randomUUID() }, validateInput(MarkReadDto, data)),
      message_delivered: async ({ data: { token } }, data) => {
        await rpc.call(markDelivered, { token, requestId: randomUUID() }, validateInput(MarkDeliveredDto, data));
      },
      toggle_reaction: ({ data: { token } }, data) => rpc.call(toggleReaction, { token, requestId: randomUUID() }, validateInput(ToggleReactionDto, data)),
      typing: (socket, data) => this.typing(socket, validateInput(TypingDto, data)),
      join_room: (socket, data) => this.join(socket, validateInput(RoomDto, data)),
      leave_room: (socket, data) => this.leave(socket, validateInput(RoomDto, data)),
      user_status: (socket, data) => this.status(socket, validateInput(UserStatusDto, data)),
    };
    this.counted = new Counter({
      name: 'duet_socket_events_total',
      help: 'Events that clients sent',
      labelNames: ['event', 'outcome'],
      registers: [health.metrics],
    });
  }

  bind(socket: DuetSocket): void {
    // Before the listeners, so that unknown names count against the limit too.
    socket.use((packet, next) => void this.admit(socket, packet, next));
    for (const name of Object.keys(this.handlers) as (keyof ClientToServerEvents)[]) {
      socket.on(name, (...args: unknown[]) => void this.run(name, socket, args));
    }
  }

  private async admit(socket: DuetSocket, packet: unknown[], next: () => void): Promise<void> {
    try {
      await (packet[0] === 'typing' ? this.typingLimiter : this.limiter).consume(socket.id);
      next();
    } catch (cause) {
      const wait = cause instanceof RateLimiterRes ? cause.msBeforeNext : 1_000;
      const refusal = new AppError('RATE_LIMITED', { retryAfter: Math.ceil(wait / 1_000) });
      const acknowledge = packet.at(-1);
      this.counted.inc({ event: 'any', outcome: 'RATE_LIMITED' });
      if (isAcknowledge(acknowledge)) acknowledge({ ok: false, failure: refusal.toFailure() });
    }
  }

  private async run(name: keyof ClientToServerEvents, socket: DuetSocket, args: unknown[]): Promise<void> {
    const last = args.at(-1);
    const acknowledge: Acknowledge = isAcknowledge(last) ? last : () => undefined;
    try {
      const data = await this.handlers[name](socket, args[0]);
      acknowledge({ ok: true, data });
      this.counted.inc({ event: name, outcome: 'OK' });
    } catch (cause) {
      const refusal = cause instanceof AppError ? cause : new AppError('INTERNAL', { cause });
      if (refusal !== cause) this.log.error({ err: cause, event: name }, 'a socket event failed unexpectedly');
      acknowledge({ ok: false, failure: refusal.toFailure() });
      this.counted.inc({ event: name, outcome: refusal.code });
    }
  }

  private owner(socket: DuetSocket): LocalUser {
    const user = this.sockets.find(socket.data.userId);
    if (!user) throw new AppError('UNAUTHENTICATED');
    return user;
  }

  /** Through the adapter, because the partner may be anywhere; not to the typist's own devices. Not at all where one of the two does not show it. */
  private async typing(socket: DuetSocket, { chatId, isTyping }: TypingDto): Promise<void> {
    const user = this.owner(socket);
    const username = await this.usernames.of(user, socket.data.token);
    if (user.chatId !== chatId || !user.shows.typing || !socket.rooms.has(room.typing(chatId))) return;
    socket
      .to(room.typing(chatId))
      .except(room.user(user.userId))
      .volatile.emit('user_typing', { chatId, userId: user.userId, username, isTyping });
  }

  /** The server has put the socket there already; who was linked a moment ago gets a second look. */
  private async join(socket: DuetSocket, { chatId }: RoomDto): Promise<RoomDto> {
    const user = this.owner(socket);
    if (user.chatId !== chatId) await this.rooms.look(user);
    if (user.chatId !== chatId) throw new AppError('CONVERSATION_NOT_FOUND');
    this.rooms.enter(user, socket);
    return { chatId };
  }

  private leave(socket: DuetSocket, { chatId }: RoomDto): RoomDto {
    if (this.owner(socket).chatId !== chatId) throw new AppError('CONVERSATION_NOT_FOUND');
    this.rooms.exit(socket, chatId);
    return { chatId };
  }

  private async status(socket: DuetSocket, { status }: UserStatusDto): Promise<{ status: string }> {
    await this.presence.showOrHide(this.owner(socket), socket, status === 'away');
    return { status };
  }
}
