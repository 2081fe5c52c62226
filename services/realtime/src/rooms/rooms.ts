import { type ConversationHead } from '@duet/contracts';
import { Bus, LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Presence } from '../presence/presence.js';
import { type DuetSocket, type LocalUser, NOTHING, Sockets, room } from '../sockets/sockets.js';
import { Sweep } from '../sockets/sweep.js';
import { ConversationCursors } from './conversation-cursors.js';

/**
 * Membership of couples' rooms. Live updates move people at once. The sweep, and one of all people after each reconnect of the
 * bus, repairs lost updates and sends sync hints. A hidden signal stops on both sides: the sender's process does not emit it, and
 * the receiver's sockets have left its room.
 */
@Injectable()
export class Rooms implements OnApplicationBootstrap {
  private isCatchingUp = false;
  private reconnectedMeanwhile = false;

  constructor(
    @Inject(Sweep) private readonly sweep: Sweep,
    @Inject(Sockets) private readonly sockets: Sockets,
    @Inject(ConversationCursors) private readonly cursors: ConversationCursors,
    @Inject(Presence) private readonly presence: Presence,
    @Inject(Bus) private readonly bus: Bus,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.sweep.add((users) => this.refreshAll(users, 'interval'));
    this.bus.onReconnect(() => void this.catchUp());
  }

  /** Joins a new socket to its owner's rooms. @returns the cursors; null without a conversation or an answer of messaging */
  async welcome(user: LocalUser, socket: DuetSocket): Promise<ConversationHead | null> {
    this.enter(user, socket);
    try {
      return (await this.readPlace(user)).head;
    } catch (cause) {
      this.log.warn({ err: cause }, 'room lookup failed');
      return null;
    }
  }

  /** Reads a person's conversation and privacy from messaging and updates rooms and presence. */
  async refresh(user: LocalUser): Promise<ConversationHead | null> {
    const { head, appeared } = await this.readPlace(user);
    if (appeared) void this.presence.arrive(user);
    return head;
  }

  /** Joins one socket to the rooms of its owner's couple. */
  enter({ chatId, shows }: LocalUser, socket: DuetSocket): void {
    if (chatId === null) return;
    void socket.join([
      room.couple(chatId),
      ...(shows.online ? [room.presence(chatId)] : []),
      ...(shows.typing ? [room.typing(chatId)] : []),
    ]);
  }

  exit(socket: DuetSocket, chatId: string): void {
    for (const each of [room.couple(chatId), room.presence(chatId), room.typing(chatId)]) void socket.leave(each);
  }

  /** Handles a live update of privacy switches. */
  review(userId: string): void {
    const user = this.sockets.find(userId);
    if (user) void this.refresh(user).catch((cause: unknown) => this.log.warn({ err: cause }, 'privacy lookup failed'));
  }

  /** Handles a live update of a link or unlink; it overrides answers to earlier queries. */
  move(userId: string, chatId: string | null, from?: string): void {
    const user = this.sockets.find(userId);
    if (!user) return;
    user.changedAt = this.sockets.now();
    // An answer under way may be older than this update, or newer: ask again.
    if (from !== undefined && user.chatId !== from) return this.review(userId);
    if (this.place(user, chatId) && chatId !== null) this.review(userId);
  }

  private async readPlace(user: LocalUser): Promise<{ head: ConversationHead | null; appeared: boolean }> {
    const askedAt = this.sockets.now();
    const head = await this.cursors.read(user.userId);
    if (Math.max(user.changedAt, user.askedAt) > askedAt) return { head, appeared: false };
    user.askedAt = askedAt;
    this.place(user, head?.chatId ?? null);
    return { head, appeared: head !== null && this.show(user, head) };
  }

  /** @returns whether the person has become visible. */
  private show(user: LocalUser, { chatId, shows, lastSeen }: ConversationHead): boolean {
    const before = user.shows;
    user.shows = shows;
    this.presence.showLastSeen(user, lastSeen ?? null);
    if (before.typing === shows.typing && before.online === shows.online) return false;
    for (const socket of user.sockets) {
      // A socket that left the couple's room returns by `join_room` only.
      if (!socket.rooms.has(room.couple(chatId))) continue;
      this.exit(socket, chatId);
      this.enter(user, socket);
    }
    if (before.online && !shows.online) this.presence.hide(user, chatId);
    return !before.online && shows.online;
  }

  /** @returns whether the room has changed. */
  private place(user: LocalUser, chatId: string | null): boolean {
    if (user.chatId === chatId) return false;
    if (user.chatId !== null) this.leave(user, user.chatId);
    user.chatId = chatId;
    user.shows = NOTHING;
    this.presence.showLastSeen(user, null);
    for (const socket of user.sockets) this.enter(user, socket);
    return true;
  }

  private leave(user: LocalUser, chatId: string): void {
    for (const socket of user.sockets) this.exit(socket, chatId);
    this.presence.forget(user, chatId);
  }

  /** Runs once at a time, also when messaging is slow. The answers may be older than another reconnect meanwhile, so it runs again. */
  private async catchUp(): Promise<void> {
    if (this.isCatchingUp) {
      this.reconnectedMeanwhile = true;
      return;
    }
    this.isCatchingUp = true;
    this.reconnectedMeanwhile = false;
    await this.refreshAll(this.sockets.allUsers(), 'bus-reconnect');
    this.isCatchingUp = false;
    if (this.reconnectedMeanwhile) await this.catchUp();
  }

  private async refreshAll(users: readonly LocalUser[], reason: 'interval' | 'bus-reconnect'): Promise<void> {
    const outcomes = await Promise.allSettled(users.map((user) => this.refreshAndHint(user, reason)));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) this.log.warn({ err: failed.reason }, 'room sweep failed');
  }

  private async refreshAndHint(user: LocalUser, reason: 'interval' | 'bus-reconnect'): Promise<void> {
    const head = await this.refresh(user);
    if (head) this.sockets.hint(head, reason);
  }
}
