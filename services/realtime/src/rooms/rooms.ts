import { type ConversationHead } from '@duet/contracts';
import { Bus, LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RealtimeConfig } from '../config.js';
import { Presence } from '../presence/presence.js';
import { type DuetSocket, type LocalUser, Sockets, room } from '../sockets/sockets.js';
import { Heads } from './heads.js';

/**
 * Who stands in which couple's room. Live events move people at once; a look at the truth every few seconds and after
 * each reconnect of the bus heals what those lost, and tells every client how far its conversation is.
 */
@Injectable()
export class Rooms implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> | null = null;

  constructor(
    @Inject(RealtimeConfig) private readonly config: RealtimeConfig,
    @Inject(Sockets) private readonly sockets: Sockets,
    @Inject(Heads) private readonly heads: Heads,
    @Inject(Presence) private readonly presence: Presence,
    @Inject(Bus) private readonly bus: Bus,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.sweep('interval'), this.config.SWEEP_INTERVAL);
    this.bus.onReconnect(() => void this.sweep('bus-reconnect'));
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Puts a new socket where its owner belongs and asks where the conversation stands. Null when nobody can tell. */
  async welcome(user: LocalUser, socket: DuetSocket): Promise<ConversationHead | null> {
    if (user.chatId !== null) void socket.join(room.couple(user.chatId));
    try {
      return (await this.ask(user)).head;
    } catch (cause) {
      this.log.warn({ err: cause }, 'a room is not known yet; the next look finds it');
      return null;
    }
  }

  /** Asks messaging where this person belongs, and moves them there. */
  async look(user: LocalUser): Promise<ConversationHead | null> {
    const { head, moved } = await this.ask(user);
    if (moved) void this.presence.arrive(user);
    return head;
  }

  /** The live events' door: stands above answers to questions that were asked before. */
  move(userId: string, chatId: string | null, from?: string): void {
    const user = this.sockets.find(userId);
    if (!user || (from !== undefined && user.chatId !== from)) return;
    user.changedAt = this.sockets.now();
    if (this.place(user, chatId)) void this.presence.arrive(user);
  }

  private async ask(user: LocalUser): Promise<{ head: ConversationHead | null; moved: boolean }> {
    const askedAt = this.sockets.now();
    const head = await this.heads.of(user.userId);
    const moved = user.changedAt < askedAt && this.place(user, head?.chatId ?? null);
    return { head, moved };
  }

  /** @returns whether the person came from elsewhere. */
  private place(user: LocalUser, chatId: string | null): boolean {
    if (user.chatId === chatId) return false;
    if (user.chatId !== null) this.leave(user, user.chatId);
    user.chatId = chatId;
    if (chatId !== null) for (const socket of user.sockets) void socket.join(room.couple(chatId));
    return true;
  }

  private leave(user: LocalUser, chatId: string): void {
    for (const socket of user.sockets) void socket.leave(room.couple(chatId));
    this.presence.forget(user, chatId);
  }

  /** One at a time: a slow answer must not pile up looks. */
  private sweep(reason: 'interval' | 'bus-reconnect'): Promise<void> {
    this.sweeping ??= this.lookAtAll(reason).finally(() => {
      this.sweeping = null;
    });
    return this.sweeping;
  }

  private async lookAtAll(reason: 'interval' | 'bus-reconnect'): Promise<void> {
    const outcomes = await Promise.allSettled(this.sockets.everybody().map((user) => this.lookAndHint(user, reason)));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) this.log.warn({ err: failed.reason }, 'rooms could not be compared with the truth');
  }

  private async lookAndHint(user: LocalUser, reason: 'interval' | 'bus-reconnect'): Promise<void> {
    const head = await this.look(user);
    if (head) this.sockets.hint(head, reason);
  }
}
