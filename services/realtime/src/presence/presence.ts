import { LIMITS } from '@duet/contracts';
import { LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RealtimeConfig } from '../config.js';
import { PRESENCE_REDIS } from '../redis/redis.js';
import { type DuetSocket, type LocalUser, Sockets, room } from '../sockets/sockets.js';
import { DEPART, ONLINE, TOUCH } from './presence-scripts.js';

const keyOf = (chatId: string): string => `presence:${chatId}`;

/** A moment more than the grace itself: by then Redis has let the socket go. */
const GRACE_MARGIN = 50;

/**
 * A room's channel is subscribed to in the background: a partner who came at the very same time may have been announced
 * before it was. So everybody who arrives is looked at once more a moment later.
 */
const SECOND_LOOK = 500;

const asTexts = (reply: unknown): string[] => (Array.isArray(reply) ? reply.map(String) : []);

/** The sockets that make a person online. Whoever hides is told of nobody; nor are the two of whom one does not show it at all. */
const shown = ({ shows, sockets }: LocalUser): string[] => (shows.online ? [...sockets].filter(({ data }) => !data.hidden).map(({ id }) => id) : []);

/**
 * Who of a couple is online, over all replicas. Ephemeral: without Redis nothing is promised, and every look tells
 * the clients of this process where what they were told is no longer true.
 */
@Injectable()
export class Presence implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly leaving = new Map<string, NodeJS.Timeout>();
  private readonly arriving = new Map<string, NodeJS.Timeout>();
  private timer: NodeJS.Timeout | undefined;
  private looking = false;
  private stopped = false;

  constructor(
    @Inject(RealtimeConfig) private readonly config: RealtimeConfig,
    @Inject(PRESENCE_REDIS) private readonly redis: Redis,
    @Inject(Sockets) private readonly sockets: Sockets,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.lookAtAll(), this.config.SWEEP_INTERVAL);
    this.redis.on('ready', () => void this.lookAtAll());
  }

  onModuleDestroy(): void {
    this.stopped = true;
    clearInterval(this.timer);
    for (const timer of [...this.leaving.values(), ...this.arriving.values()]) clearTimeout(timer);
  }

  /** All of a person's sockets here are online from now on; the partner hears it when it is news. */
  async arrive(user: LocalUser): Promise<void> {
    const { chatId, userId } = user;
    if (chatId === null || shown(user).length === 0) return;
    this.cancelLeaving(userId);
    const touched = await this.touch(user, chatId);
    if (!touched || user.chatId !== chatId || !user.shows.online) return;
    if (!touched.wasOnline) this.sockets.server.to(room.presence(chatId)).except(room.user(userId)).emit('user_online', { userId });
    this.tell(user, touched.others);
    this.lookAgain(user);
  }

  /** What a new socket is told, and whether its owner now has more sockets than the limit. */
  async greet(user: LocalUser, socket: DuetSocket): Promise<void> {
    if (user.chatId !== null && shown(user).length > 0) this.cancelLeaving(user.userId);
    const found = user.chatId === null ? null : await this.touch(user, user.chatId);
    const touched = user.shows.online ? found : null;
    if (touched && touched.sockets > LIMITS.socketsPerUser) {
      this.sockets.refuse(socket, 'RATE_LIMITED');
      return;
    }
    if (touched && !touched.wasOnline && user.chatId !== null) {
      this.sockets.server.to(room.presence(user.chatId)).except(room.user(user.userId)).emit('user_online', { userId: user.userId });
    }
    if (touched) user.partnersOnline = touched.others.join();
    socket.emit('online_users', touched?.others ?? []);
    if (touched) this.lookAgain(user);
  }

  /** `user_status`: whether this socket shows its owner to the partner. Answers what it may see from now on. */
  async showOrHide(user: LocalUser, socket: DuetSocket, hidden: boolean): Promise<void> {
    const wasHidden = socket.data.hidden;
    socket.data.hidden = hidden;
    if (hidden && !wasHidden) this.depart(user, socket);
    await this.greet(user, socket);
  }

  /** A socket is gone. The person is offline when the grace has passed and no replica has another one. */
  depart(user: LocalUser, socket: DuetSocket): void {
    const { chatId, userId } = user;
    if (chatId === null) return;
    void this.run(DEPART, chatId, [this.config.PRESENCE_GRACE, userId, socket.id]);
    // A process that stops leaves the rest to the others: they see the sockets come, or run out.
    if (!user.shows.online || shown(user).length > 0 || this.stopped) return;
    this.cancelLeaving(userId);
    this.leaving.set(
      userId,
      setTimeout(() => void this.confirmLeft(userId, chatId), this.config.PRESENCE_GRACE + GRACE_MARGIN),
    );
  }

  /** One of the two does not show it any more: at once this person is nowhere to be seen, and sees nobody. */
  hide(user: LocalUser, chatId: string): void {
    this.seeNobody(user);
    for (const { id } of user.sockets) void this.run(DEPART, chatId, [0, user.userId, id]);
  }

  /** The couple is over: nobody is told anything of the other any more. */
  forget(user: LocalUser, chatId: string): void {
    this.seeNobody(user);
    this.redis.del(keyOf(chatId)).catch((cause: unknown) => this.note(cause));
  }

  private seeNobody(user: LocalUser): void {
    this.cancelLeaving(user.userId);
    user.partnersOnline = '';
    this.sockets.deliver({ to: { user: user.userId }, event: 'online_users', data: [] });
  }

  private async confirmLeft(userId: string, chatId: string): Promise<void> {
    this.leaving.delete(userId);
    const online = await this.run(ONLINE, chatId, []);
    if (online && !online.includes(userId)) this.sockets.server.to(room.presence(chatId)).emit('user_offline', { userId });
  }

  private lookAgain(user: LocalUser): void {
    if (this.stopped) return;
    clearTimeout(this.arriving.get(user.userId));
    const timer = setTimeout(() => {
      this.arriving.delete(user.userId);
      // Who has gone meanwhile must not be touched into being here.
      if (user.sockets.size > 0) void this.look(user);
    }, SECOND_LOOK);
    this.arriving.set(user.userId, timer);
  }

  private async lookAtAll(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    await Promise.all(this.sockets.everybody().map((user) => this.look(user)));
    this.looking = false;
  }

  private async look(user: LocalUser): Promise<void> {
    const { chatId } = user;
    const touched = chatId === null ? null : await this.touch(user, chatId);
    if (touched && user.chatId === chatId && user.shows.online) this.tell(user, touched.others);
  }

  /** Only what differs from the last look: the events in between have told the rest. */
  private tell(user: LocalUser, others: string[]): void {
    if (user.partnersOnline === others.join()) return;
    user.partnersOnline = others.join();
    this.sockets.deliver({ to: { user: user.userId }, event: 'online_users', data: others });
  }

  private async touch(user: LocalUser, chatId: string): Promise<{ wasOnline: boolean; sockets: number; others: string[] } | null> {
    const { PRESENCE_EXPIRY, PRESENCE_GRACE } = this.config;
    const socketIds = shown(user);
    if (socketIds.length === 0) return null;
    const reply = await this.run(TOUCH, chatId, [PRESENCE_EXPIRY, PRESENCE_GRACE, user.userId, ...socketIds]);
    if (!reply) return null;
    const [was, sockets, ...online] = reply;
    return { wasOnline: was === '1', sockets: Number(sockets), others: online.filter((id) => id !== user.userId) };
  }

  private cancelLeaving(userId: string): void {
    clearTimeout(this.leaving.get(userId));
    this.leaving.delete(userId);
  }

  /** Null when Redis does not answer. */
  private async run(script: string, chatId: string, args: (string | number)[]): Promise<string[] | null> {
    try {
      return asTexts(await this.redis.eval(script, 1, keyOf(chatId), ...args));
    } catch (cause) {
      this.note(cause);
      return null;
    }
  }

  private note(cause: unknown): void {
    this.log.debug({ err: cause }, 'presence is not known right now');
  }
}
