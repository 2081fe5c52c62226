import { LIMITS, type LastSeenView, type SeenDto } from '@duet/contracts';
import { LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RealtimeConfig } from '../config.js';
import { PRESENCE_REDIS, type SharedRedis } from '../redis/redis.js';
import { type DuetSocket, type LocalUser, Sockets, room } from '../sockets/sockets.js';
import { Sweep } from '../sockets/sweep.js';
import { LastSeen } from './last-seen.js';
import { DEPART, ONLINE, type Script, TOUCH, runScript } from './presence-scripts.js';

const keyOf = (chatId: string): string => `presence:${chatId}`;

/** Milliseconds after the grace period, when Redis has expired the socket. */
const GRACE_MARGIN = 50;

/**
 * The adapter subscribes to a room's channel in the background and may miss the announcement of a partner who arrives at the
 * same time. Each arrival is therefore checked again after these milliseconds.
 */
const RECHECK_AFTER = 500;

const asTexts = (reply: unknown): string[] => (Array.isArray(reply) ? reply.map(String) : []);

/** The ids of the sockets that make a person online; none where the couple hides presence. */
const shown = ({ shows, sockets }: LocalUser): string[] =>
  shows.online ? [...sockets].filter(({ data }) => !data.hidden).map(({ id }) => id) : [];

/**
 * The presence of couples over all replicas. Best effort while Redis is down: every sweep sends corrections to the clients
 * of this process.
 */
@Injectable()
export class Presence implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly leaving = new Map<string, NodeJS.Timeout>();
  private readonly arriving = new Map<string, NodeJS.Timeout>();
  private stopped = false;

  constructor(
    @Inject(RealtimeConfig) private readonly config: RealtimeConfig,
    @Inject(PRESENCE_REDIS) private readonly redis: SharedRedis,
    @Inject(Sweep) private readonly sweep: Sweep,
    @Inject(Sockets) private readonly sockets: Sockets,
    @Inject(LastSeen) private readonly lastSeen: LastSeen,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.sweep.add((users) => this.refreshAll(users));
    this.redis.on('ready', () => {
      this.refreshAll(this.sockets.allUsers()).catch((cause: unknown) => this.logFailure(cause));
    });
  }

  onModuleDestroy(): void {
    this.stopped = true;
    for (const timer of [...this.leaving.values(), ...this.arriving.values()]) clearTimeout(timer);
  }

  /** Marks a person's sockets here as online and announces the change to the partner. */
  async arrive(user: LocalUser): Promise<void> {
    const { chatId, userId } = user;
    if (chatId === null || shown(user).length === 0) return;
    this.cancelLeaving(userId);
    const touched = await this.touch(user, chatId);
    if (!touched || user.chatId !== chatId || !user.shows.online) return;
    if (!touched.wasOnline)
      this.sockets.server.to(room.presence(chatId)).except(room.user(userId)).emit('user_online', { userId });
    this.sendOnline(user, touched.others);
    this.recheckLater(user);
  }

  /** Announces a socket's owner and sends it the online partners; refuses it above the limit of sockets per user. */
  async greet(user: LocalUser, socket: DuetSocket): Promise<void> {
    if (user.chatId !== null && shown(user).length > 0) this.cancelLeaving(user.userId);
    const found = user.chatId === null ? null : await this.touch(user, user.chatId);
    const touched = user.shows.online ? found : null;
    if (touched && touched.sockets > LIMITS.socketsPerUser) {
      this.sockets.refuse(socket, 'RATE_LIMITED');
      return;
    }
    if (touched && !touched.wasOnline && user.chatId !== null) {
      this.sockets.server
        .to(room.presence(user.chatId))
        .except(room.user(user.userId))
        .emit('user_online', { userId: user.userId });
    }
    if (touched) user.partnersOnline = touched.others.join();
    socket.emit('last_seen', touched ? user.lastSeen : null);
    socket.emit('online_users', touched?.others ?? []);
    if (touched) {
      this.recheckLater(user);
      await this.lastSeen.renew([user]);
    }
  }

  /** Handles `user_status`: shows or hides the socket's owner and sends the online partners. */
  async showOrHide(user: LocalUser, socket: DuetSocket, hidden: boolean): Promise<void> {
    const wasHidden = socket.data.hidden;
    socket.data.hidden = hidden;
    if (hidden && !wasHidden) this.depart(user, socket, true);
    await this.greet(user, socket);
  }

  /**
   * Handles a closed socket. The person is offline after the grace period if no replica has another socket. A hidden socket
   * is not announced, because the partner never saw it.
   */
  depart(user: LocalUser, socket: DuetSocket, wasShown = !socket.data.hidden): void {
    const { chatId, userId } = user;
    if (chatId === null) return;
    void this.run(DEPART, chatId, [this.config.PRESENCE_GRACE, userId, socket.id]);
    // A stopping process leaves the rest to other replicas: the sockets reconnect there or expire.
    if (!wasShown || !user.shows.online || shown(user).length > 0) return;
    const seen = user.lastSeen ? this.lastSeen.leave({ chatId, userId }) : null;
    if (this.stopped) return;
    this.cancelLeaving(userId);
    this.leaving.set(
      userId,
      setTimeout(() => void this.confirmLeft(userId, chatId, seen), this.config.PRESENCE_GRACE + GRACE_MARGIN),
    );
  }

  /** Sends when the partner was last online to the person's devices here, if it has changed. */
  showLastSeen(user: LocalUser, lastSeen: LastSeenView | null): void {
    const { lastSeen: before } = user;
    user.lastSeen = lastSeen;
    if (before?.userId === lastSeen?.userId && before?.at === lastSeen?.at) return;
    for (const socket of user.sockets) socket.emit('last_seen', socket.data.hidden ? null : lastSeen);
  }

  /** Hides presence at once, because one of the two switched it off. */
  hide(user: LocalUser, chatId: string): void {
    this.clearPartners(user);
    for (const { id } of user.sockets) void this.run(DEPART, chatId, [0, user.userId, id]);
    this.lastSeen.forget({ chatId, userId: user.userId });
  }

  /** Clears presence at the end of a couple. */
  forget(user: LocalUser, chatId: string): void {
    this.clearPartners(user);
    this.lastSeen.forget({ chatId, userId: user.userId });
    this.redis.del(keyOf(chatId)).catch((cause: unknown) => this.logFailure(cause));
  }

  private clearPartners(user: LocalUser): void {
    this.cancelLeaving(user.userId);
    user.partnersOnline = '';
    this.sockets.deliver({ to: { user: user.userId }, event: 'online_users', data: [] });
  }

  private async confirmLeft(userId: string, chatId: string, seen: SeenDto | null): Promise<void> {
    this.leaving.delete(userId);
    const online = await this.run(ONLINE, chatId, []);
    if (!online || online.includes(userId)) return;
    this.sockets.server.to(room.presence(chatId)).emit('user_offline', { userId });
    if (seen) await this.lastSeen.record([seen]);
  }

  private recheckLater(user: LocalUser): void {
    if (this.stopped) return;
    clearTimeout(this.arriving.get(user.userId));
    const timer = setTimeout(() => {
      this.arriving.delete(user.userId);
      // A person without sockets must not be marked online.
      if (user.sockets.size > 0) void this.refresh(user);
    }, RECHECK_AFTER);
    this.arriving.set(user.userId, timer);
  }

  private async refreshAll(users: readonly LocalUser[]): Promise<void> {
    await Promise.all(users.map((user) => this.refresh(user)));
    await this.lastSeen.renew(users.filter((user) => shown(user).length > 0));
  }

  private async refresh(user: LocalUser): Promise<void> {
    const { chatId } = user;
    const touched = chatId === null ? null : await this.touch(user, chatId);
    if (touched && user.chatId === chatId && user.shows.online) this.sendOnline(user, touched.others);
  }

  /** Sends the online partners to the person's devices here, unless they are the ones sent last. */
  private sendOnline(user: LocalUser, others: string[]): void {
    if (user.partnersOnline === others.join()) return;
    user.partnersOnline = others.join();
    this.sockets.deliver({ to: { user: user.userId }, event: 'online_users', data: others });
  }

  private async touch(
    user: LocalUser,
    chatId: string,
  ): Promise<{ wasOnline: boolean; sockets: number; others: string[] } | null> {
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

  /** Null if Redis does not answer. */
  private async run(script: Script, chatId: string, args: (string | number)[]): Promise<string[] | null> {
    try {
      return asTexts(await runScript(this.redis, script, keyOf(chatId), args));
    } catch (cause) {
      this.logFailure(cause);
      return null;
    }
  }

  private logFailure(cause: unknown): void {
    this.log.debug({ err: cause }, 'presence script failed');
  }
}
