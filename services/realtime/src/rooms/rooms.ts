import { type ConversationHead } from '@duet/contracts';
import { Bus, LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RealtimeConfig } from '../config.js';
import { Presence } from '../presence/presence.js';
import { type DuetSocket, type LocalUser, NOTHING, Sockets, room } from '../sockets/sockets.js';
import { Heads } from './heads.js';

/**
 * Who stands in which couple's room. Live events move people at once; a look at the truth every few seconds and after
 * each reconnect of the bus heals what those lost, and tells every client how far its conversation is. What the two
 * do not show each other stops on both sides: the one's process does not send it, the other's has left its room.
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
    this.enter(user, socket);
    try {
      return (await this.ask(user)).head;
    } catch (cause) {
      this.log.warn({ err: cause }, 'a room is not known yet; the next look finds it');
      return null;
    }
  }

  /** Asks messaging where this person belongs and what may be shown there, and does so. */
  async look(user: LocalUser): Promise<ConversationHead | null> {
    const { head, appeared } = await this.ask(user);
    if (appeared) void this.presence.arrive(user);
    return head;
  }

  /** Puts one socket into the rooms of its owner's couple. */
  enter({ chatId, shows }: LocalUser, socket: DuetSocket): void {
    if (chatId === null) return;
    void socket.join([room.couple(chatId), ...(shows.online ? [room.presence(chatId)] : []), ...(shows.typing ? [room.typing(chatId)] : [])]);
  }

  exit(socket: DuetSocket, chatId: string): void {
    for (const each of [room.couple(chatId), room.presence(chatId), room.typing(chatId)]) void socket.leave(each);
  }

  /** The live events' door for what the two show: whoever is here looks at once. */
  review(userId: string): void {
    const user = this.sockets.find(userId);
    if (user) void this.look(user).catch((cause: unknown) => this.log.warn({ err: cause }, 'what a couple shows is not known; the next look finds it'));
  }

  /** The live events' door: stands above answers to questions that were asked before. */
  move(userId: string, chatId: string | null, from?: string): void {
    const user = this.sockets.find(userId);
    if (!user || (from !== undefined && user.chatId !== from)) return;
    user.changedAt = this.sockets.now();
    if (this.place(user, chatId) && chatId !== null) this.review(userId);
  }

  private async ask(user: LocalUser): Promise<{ head: ConversationHead | null; appeared: boolean }> {
    const askedAt = this.sockets.now();
    const head = await this.heads.of(user.userId);
    if (user.changedAt > askedAt) return { head, appeared: false };
    this.place(user, head?.chatId ?? null);
    return { head, appeared: head !== null && this.show(user, head) };
  }

  /** @returns whether the person may be seen from now on. */
  private show(user: LocalUser, { chatId, shows }: ConversationHead): boolean {
    const before = user.shows;
    user.shows = shows;
    if (before.typing === shows.typing && before.online === shows.online) return false;
    for (const socket of user.sockets) {
      // A socket that has left the conversation's room comes back by `join_room` only.
      if (!socket.rooms.has(room.couple(chatId))) continue;
      this.exit(socket, chatId);
      this.enter(user, socket);
    }
    if (before.online && !shows.online) this.presence.hide(user, chatId);
    return !before.online && shows.online;
  }

  /** @returns whether the person came from elsewhere. */
  private place(user: LocalUser, chatId: string | null): boolean {
    if (user.chatId === chatId) return false;
    if (user.chatId !== null) this.leave(user, user.chatId);
    user.chatId = chatId;
    user.shows = NOTHING;
    for (const socket of user.sockets) this.enter(user, socket);
    return true;
  }

  private leave(user: LocalUser, chatId: string): void {
    for (const socket of user.sockets) this.exit(socket, chatId);
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
