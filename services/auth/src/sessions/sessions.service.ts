import { type Actor, type ClientInfo, LIMITS, type RevokedSession, type SessionView, type Tokens, sessionRevoked } from '@duet/contracts';
import { AppError, Health, LOGGER, LivePush, type Log, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Counter } from 'prom-client';
import { DataSource, MoreThan } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { Clock } from '../clock.js';
import { AccessTokenSigner } from './access-token-signer.js';
import { deviceName } from './device.js';
import { currentSecretFor, formatRefreshToken, hashOf, isCurrent, newSecret, parseRefreshToken, rotate } from './refresh-token.js';
import { EndedSession, Session } from './session.entity.js';
import { sessionView } from './session.view.js';

const DAY = 24 * 60 * 60 * 1000;
const IDLE = LIMITS.refreshTokenDays * DAY;
const LIFETIME = LIMITS.sessionDays * DAY;
const ACCESS_TOKEN_LIFE = LIMITS.accessTokenSeconds * 1000;

/** How far two machines' clocks may differ without a revocation being forgotten too early. */
const CLOCK_SKEW = 2 * 60_000;

type Refreshed = { tokens: Tokens } | { replayed: string } | null;

/** Signed-in devices: opened, refreshed by rotating tokens, listed, ended. */
@Injectable()
export class SessionsService {
  private readonly reused: Counter;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AccessTokenSigner) private readonly signer: AccessTokenSigner,
    @Inject(LivePush) private readonly live: LivePush,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Health) { metrics }: Health,
  ) {
    this.reused = new Counter({ name: 'duet_refresh_reuse_total', help: 'Sessions that ended because a used refresh token came again', registers: [metrics] });
  }

  /** Signs a device in. */
  async open(tx: Tx, userId: string, client: ClientInfo): Promise<Tokens> {
    const now = this.clock.now();
    const id = uuid();
    const secret = newSecret();
    await tx.insert(Session, {
      id,
      userId,
      refreshHash: hashOf(secret),
      predecessors: [],
      device: deviceName(client.userAgent),
      ip: client.ip,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: this.clock.in(IDLE),
    });
    return this.tokens({ userId, sessionId: id }, secret);
  }

  /**
   * Changes a refresh token for the next one. One that was used more than 10 s ago has been copied: the whole session
   * ends, for the thief as for the owner.
   * @throws AppError UNAUTHENTICATED
   */
  async refresh(refreshToken: string, client: ClientInfo): Promise<Tokens> {
    const token = parseRefreshToken(refreshToken);
    if (!token) throw new AppError('UNAUTHENTICATED');
    const outcome = await this.database.transaction((tx) => this.rotateLocked(tx, token.sessionId, token.secret, client));
    if (outcome && 'tokens' in outcome) return outcome.tokens;
    if (outcome) {
      this.reused.inc();
      this.log.warn({ sessionId: token.sessionId }, 'a used refresh token came again; its session is ended');
      this.announce(outcome.replayed, [token.sessionId]);
    }
    throw new AppError('UNAUTHENTICATED');
  }

  private async rotateLocked(tx: Tx, id: string, secret: string, client: ClientInfo): Promise<Refreshed> {
    const now = this.clock.now();
    const session = await tx.findOne(Session, { where: { id, expiresAt: MoreThan(now) }, lock: { mode: 'pessimistic_write' } });
    if (!session) return null;
    const actor = { userId: session.userId, sessionId: id };
    if (isCurrent(session, secret)) {
      const next = rotate(session, secret, now);
      await tx.update(Session, { id }, { ...next.chain, lastUsedAt: now, expiresAt: this.expiry(session), ip: client.ip, device: deviceName(client.userAgent) });
      return { tokens: this.tokens(actor, next.secret) };
    }
    const current = currentSecretFor(session, secret, now);
    if (current) return { tokens: this.tokens(actor, current) };
    await this.end(tx, { id });
    return { replayed: session.userId };
  }

  /** Ends the session of a refresh token, also of one used before; anything else is signed out already. */
  async logout(actor: Actor | null, refreshToken: string | undefined): Promise<void> {
    const token = refreshToken ? parseRefreshToken(refreshToken) : null;
    const ended = await this.database.transaction(async (tx) => {
      const session = token && (await tx.findOne(Session, { where: { id: token.sessionId }, lock: { mode: 'pessimistic_write' } }));
      const known = session && token && (isCurrent(session, token.secret) || session.predecessors.some(({ hash }) => hash === hashOf(token.secret)));
      const byToken = known ? await this.end(tx, { id: session.id }) : [];
      const byActor = actor ? await this.end(tx, { id: actor.sessionId, userId: actor.userId }) : [];
      return [...byToken, ...byActor];
    });
    for (const { id, userId } of ended) this.announce(userId, [id]);
  }

  async list(actor: Actor): Promise<SessionView[]> {
    const sessions = await this.database.manager.find(Session, {
      where: { userId: actor.userId, expiresAt: MoreThan(this.clock.now()) },
      order: { lastUsedAt: 'DESC', id: 'DESC' },
    });
    return sessions.map((session) => sessionView(session, actor.sessionId));
  }

  /** @throws AppError SESSION_NOT_FOUND, also for another person's session. */
  async revoke(actor: Actor, id: string): Promise<void> {
    const ended = await this.database.transaction((tx) => this.end(tx, { id, userId: actor.userId }));
    if (ended.length === 0) throw new AppError('SESSION_NOT_FOUND');
    this.announce(actor.userId, [id]);
  }

  /** @returns how many sessions ended. */
  async revokeOthers(actor: Actor): Promise<number> {
    const ended = await this.database.transaction((tx) => this.endAll(tx, actor.userId, actor.sessionId));
    this.announce(actor.userId, ended);
    return ended.length;
  }

  /** Inside a transaction that holds the user's row. @returns the ids to announce after the commit. */
  async endAll(tx: Tx, userId: string, exceptId?: string): Promise<string[]> {
    const ended = await this.end(tx, { userId, ...(exceptId && { exceptId }) });
    return ended.map(({ id }) => id);
  }

  /** After the commit: the edges cut these sessions' sockets and refuse their access tokens. */
  announce(userId: string, sessionIds: string[]): void {
    const revokedAt = this.clock.now().toISOString();
    for (const sessionId of sessionIds) this.live.push(sessionRevoked, { sessionId, userId, revokedAt });
  }

  /** Sessions ended since then, no further back than an access token lives. */
  async listRevoked(since: Date): Promise<RevokedSession[]> {
    const oldest = this.clock.in(-ACCESS_TOKEN_LIFE - CLOCK_SKEW);
    const rows = await this.database.manager.find(EndedSession, {
      where: { revokedAt: MoreThan(since > oldest ? since : oldest) },
      order: { revokedAt: 'ASC' },
    });
    return rows.map(({ sessionId, revokedAt }) => ({ sessionId, revokedAt: revokedAt.toISOString() }));
  }

  /** Forgets what has run out. */
  async sweep(): Promise<void> {
    await this.database.query('DELETE FROM sessions WHERE expires_at <= $1', [this.clock.now()]);
    await this.database.query('DELETE FROM revoked_sessions WHERE revoked_at <= $1', [this.clock.in(-ACCESS_TOKEN_LIFE - CLOCK_SKEW)]);
  }

  /** A device that is used every day still has to sign in once a year. */
  private expiry({ createdAt }: Pick<Session, 'createdAt'>): Date {
    return new Date(Math.min(this.clock.in(IDLE).getTime(), createdAt.getTime() + LIFETIME));
  }

  private tokens(actor: Actor, secret: string): Tokens {
    return { token: this.signer.sign(actor), refreshToken: formatRefreshToken({ sessionId: actor.sessionId, secret }) };
  }

  private async end(tx: Tx, which: { id?: string; userId?: string; exceptId?: string }): Promise<{ id: string; userId: string }[]> {
    return tx.query(
      `WITH ended AS (
         DELETE FROM sessions
         WHERE ($1::uuid IS NULL OR id = $1) AND ($2::uuid IS NULL OR user_id = $2) AND ($3::uuid IS NULL OR id <> $3)
           AND ($1::uuid IS NOT NULL OR $2::uuid IS NOT NULL)
         RETURNING id, user_id
       ), noted AS (
         INSERT INTO revoked_sessions (session_id, revoked_at) SELECT id, $4 FROM ended
       )
       SELECT id, user_id AS "userId" FROM ended`,
      [which.id ?? null, which.userId ?? null, which.exceptId ?? null, this.clock.now()],
    );
  }
}
