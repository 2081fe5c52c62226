import { randomUUID } from 'node:crypto';
import {
  type Ack,
  type ClientToServerEvents,
  LIMITS,
  MarkDeliveredDto,
  MarkReadDto,
  RoomDto,
  ToggleReactionDto,
  TypingDto,
  UserStatusDto,
  markDelivered,
  markRead,
  toggleReaction,
} from '@duet/contracts';
import { AppError, Health, LOGGER, type Log, RpcClient, validateInput } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { ConnectedSocket, MessageBody, SubscribeMessage, WebSocketGateway } from '@nestjs/websockets';
import { Counter } from 'prom-client';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Sends } from '../messages/sends.js';
import { Presence } from '../presence/presence.js';
import { Rooms } from '../rooms/rooms.js';
import { type DuetSocket, type LocalUser, Sockets, room } from '../sockets/sockets.js';
import { Usernames } from '../sockets/usernames.js';

/** One handler per client event. `data` is unvalidated client input; the result is the acknowledgement. */
type Handlers = Record<keyof ClientToServerEvents, (socket: DuetSocket, data: unknown) => Promise<Ack<unknown>>>;

type Acknowledge = (answer: Ack<unknown>) => void;

const isAcknowledge = (value: unknown): value is Acknowledge => typeof value === 'function';

/** Handles the events of clients. Methods have the events' names, so that the compiler finds a missing one. */
@Injectable()
@WebSocketGateway()
export class SocketEvents implements Handlers {
  private readonly limiter = new RateLimiterMemory({ points: LIMITS.socketEventsPer10s, duration: 10 });
  /** All events but typing: a new socket has no new allowance. */
  private readonly personLimiter = new RateLimiterMemory({ points: LIMITS.socketEventsOfPersonPer10s, duration: 10 });
  /** Typing has its own limit, so that it does not use up the limit of sends. */
  private readonly typingLimiter = new RateLimiterMemory({ points: LIMITS.socketTypingPer10s, duration: 10 });
  private readonly counted: Counter<'event' | 'outcome'>;

  constructor(
    @Inject(Sockets) private readonly sockets: Sockets,
    @Inject(Rooms) private readonly rooms: Rooms,
    @Inject(Presence) private readonly presence: Presence,
    @Inject(Usernames) private readonly usernames: Usernames,
    @Inject(Sends) private readonly sends: Sends,
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Health) health: Health,
  ) {
    this.counted = new Counter({
      name: 'duet_socket_events_total',
      help: 'Client events, by outcome',
      labelNames: ['event', 'outcome'],
      registers: [health.metrics],
    });
  }

  @SubscribeMessage('send_message')
  send_message(@ConnectedSocket() socket: DuetSocket, @MessageBody() data: unknown): Promise<Ack<unknown>> {
    return this.answer('send_message', () => this.sends.send(socket, data));
  }

  @SubscribeMessage('message_read')
  message_read(
    @ConnectedSocket() { data: { token } }: DuetSocket,
    @MessageBody() data: unknown,
  ): Promise<Ack<unknown>> {
    return this.answer('message_read', () =>
      this.rpc.call(markRead, { token, requestId: randomUUID() }, validateInput(MarkReadDto, data)),
    );
  }

  @SubscribeMessage('message_delivered')
  message_delivered(
    @ConnectedSocket() { data: { token } }: DuetSocket,
    @MessageBody() data: unknown,
  ): Promise<Ack<unknown>> {
    return this.answer('message_delivered', async () => {
      await this.rpc.call(markDelivered, { token, requestId: randomUUID() }, validateInput(MarkDeliveredDto, data));
    });
  }

  @SubscribeMessage('toggle_reaction')
  toggle_reaction(
    @ConnectedSocket() { data: { token } }: DuetSocket,
    @MessageBody() data: unknown,
  ): Promise<Ack<unknown>> {
    return this.answer('toggle_reaction', () =>
      this.rpc.call(toggleReaction, { token, requestId: randomUUID() }, validateInput(ToggleReactionDto, data)),
    );
  }

  @SubscribeMessage('typing')
  typing(@ConnectedSocket() socket: DuetSocket, @MessageBody() data: unknown): Promise<Ack<unknown>> {
    return this.answer('typing', () => this.relayTyping(socket, validateInput(TypingDto, data)));
  }

  @SubscribeMessage('join_room')
  join_room(@ConnectedSocket() socket: DuetSocket, @MessageBody() data: unknown): Promise<Ack<unknown>> {
    return this.answer('join_room', () => this.joinRoom(socket, validateInput(RoomDto, data)));
  }

  @SubscribeMessage('leave_room')
  leave_room(@ConnectedSocket() socket: DuetSocket, @MessageBody() data: unknown): Promise<Ack<unknown>> {
    return this.answer('leave_room', () => this.leaveRoom(socket, validateInput(RoomDto, data)));
  }

  @SubscribeMessage('user_status')
  user_status(@ConnectedSocket() socket: DuetSocket, @MessageBody() data: unknown): Promise<Ack<unknown>> {
    return this.answer('user_status', () => this.setStatus(socket, validateInput(UserStatusDto, data)));
  }

  /** Limits the events of a socket, known or unknown, and all but typing of its person; runs before their handlers. */
  limit(socket: DuetSocket): void {
    socket.use((packet, next) => void this.admit(socket, packet, next));
  }

  private async admit(socket: DuetSocket, packet: unknown[], next: () => void): Promise<void> {
    try {
      if (packet[0] === 'typing') {
        await this.typingLimiter.consume(socket.id);
      } else {
        await this.limiter.consume(socket.id);
        // An event that the socket's own limit refuses takes nothing from the person's other devices.
        await this.personLimiter.consume(socket.data.userId);
      }
      next();
    } catch (cause) {
      const wait = cause instanceof RateLimiterRes ? cause.msBeforeNext : 1_000;
      const refusal = new AppError('RATE_LIMITED', { retryAfter: Math.ceil(wait / 1_000) });
      const acknowledge = packet.at(-1);
      this.counted.inc({ event: 'any', outcome: 'RATE_LIMITED' });
      if (isAcknowledge(acknowledge)) acknowledge({ ok: false, failure: refusal.toFailure() });
    }
  }

  /** Runs a handler, counts its outcome and turns errors into acknowledgements. */
  private async answer(name: keyof ClientToServerEvents, handle: () => unknown): Promise<Ack<unknown>> {
    try {
      const data = await handle();
      this.counted.inc({ event: name, outcome: 'OK' });
      return { ok: true, data };
    } catch (cause) {
      const refusal = cause instanceof AppError ? cause : new AppError('INTERNAL', { cause });
      if (refusal !== cause) this.log.error({ err: cause, event: name }, 'socket event failed');
      this.counted.inc({ event: name, outcome: refusal.code });
      return { ok: false, failure: refusal.toFailure() };
    }
  }

  private owner(socket: DuetSocket): LocalUser {
    const user = this.sockets.find(socket.data.userId);
    if (!user) throw new AppError('UNAUTHENTICATED');
    return user;
  }

  /** Emits through the adapter, because the partner may be on another replica. Skips the typist's own devices and couples that hide typing. */
  private async relayTyping(socket: DuetSocket, { chatId, isTyping }: TypingDto): Promise<void> {
    const user = this.owner(socket);
    const mayType = (): boolean => user.chatId === chatId && user.shows.typing && socket.rooms.has(room.typing(chatId));
    if (!mayType()) return;
    const username = await this.usernames.usernameOf(user, socket.data.token);
    // The couple may have ended meanwhile.
    if (!mayType()) return;
    socket
      .to(room.typing(chatId))
      .except(room.user(user.userId))
      .volatile.emit('user_typing', { chatId, userId: user.userId, username, isTyping });
  }

  /** The server joins rooms itself; this covers a couple that was linked a moment ago. */
  private async joinRoom(socket: DuetSocket, { chatId }: RoomDto): Promise<RoomDto> {
    const user = this.owner(socket);
    if (user.chatId !== chatId) await this.rooms.refresh(user);
    if (user.chatId !== chatId) throw new AppError('CONVERSATION_NOT_FOUND');
    this.rooms.enter(user, socket);
    return { chatId };
  }

  private leaveRoom(socket: DuetSocket, { chatId }: RoomDto): RoomDto {
    if (this.owner(socket).chatId !== chatId) throw new AppError('CONVERSATION_NOT_FOUND');
    this.rooms.exit(socket, chatId);
    return { chatId };
  }

  private async setStatus(socket: DuetSocket, { status }: UserStatusDto): Promise<{ status: string }> {
    await this.presence.showOrHide(this.owner(socket), socket, status === 'away');
    return { status };
  }
}
