import {
  type Actor,
  type ClientInfo,
  LIMITS,
  type RevokedSession,
  type SessionView,
  type Tokens,
  sessionRevoked,
  type TrustEnded,
  trustEnded,
} from '@duet/contracts';
import {
  AppError,
  Clock,
  DAY,
  Health,
  LOGGER,
  type Log,
  Transactions,
  type Tx,
  type UnitOfWork,
  sessionAlias,
} from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Counter } from 'prom-client';
import { DataSource, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import { TrustEndings } from '../trust/trust-endings.service.js';
import { AccessTokenSigner } from './access-token-signer.js';
import { deviceName } from './device.js';
import {
  currentSecretFor,
  formatRefreshToken,
  hashOf,
  isCurrent,
  newRefreshSecret,
  parseRefreshToken,
  rotate,
} from './refresh-token.js';
import { EndedSession, Session } from './session.entity.js';
import { type EndedRow, endSessions } from './session.queries.js';
import { sessionView } from './session.view.js';

const IDLE = LIMITS.refreshTokenDays * DAY;
const LIFETIME = LIMITS.sessionDays * DAY;
const ACCESS_TOKEN_LIFE = LIMITS.accessTokenSeconds * 1000;

/** Milliseconds by which the clocks of two machines may differ without a revocation expiring too early. */
const CLOCK_SKEW = 2 * 60_000;

type Refreshed = { tokens: Tokens } | 'replayed' | null;

/** Opens, refreshes, lists and ends the sessions of signed-in devices. */
@Injectable()
export class SessionsService {
  private readonly reused: Counter;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AccessTokenSigner) private readonly signer: AccessTokenSigner,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(TrustEndings) private readonly trust: TrustEndings,
    @Inject(Health) { metrics }: Health,
  ) {
    this.reused = new Counter({
      name: 'duet_refresh_reuse_total',
      help: 'Sessions that ended because a used refresh token was presented again',
      registers: [metrics],
    });
    trust.subscribe(async (unit, { user, ending, keepSession }) => {
      await this.end(unit, { userId: user.id, ...(keepSession !== null && { exceptId: keepSession }) });
      // A deleted account is erased with all that its sessions began.
      if (ending === 'account-deleted') return;
      await this.recordEndOfTrust(unit, user.id, { session: null, survivor: keepSession && sessionAlias(keepSession) });
    });
  }

  /** Opens a session for a device. */
  async openSession(tx: Tx, { userId, sessionId: id }: Actor, client: ClientInfo): Promise<Tokens> {
    const now = this.clock.now();
    const secret = newRefreshSecret();
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
   * Exchanges a refresh token for the next one. A token that was used more than 10 s ago has been copied, so the session ends
   * for both its owner and the thief.
   * @throws AppError UNAUTHENTICATED
   */
  async refreshSession(refreshToken: string, client: ClientInfo): Promise<Tokens> {
    const token = parseRefreshToken(refreshToken);
    if (!token) throw new AppError('UNAUTHENTICATED');
    const outcome = await this.transactions.run((unit) =>
      this.rotateLocked(unit, token.sessionId, token.secret, client),
    );
    if (outcome === 'replayed') {
      this.reused.inc();
      this.log.warn({ session: sessionAlias(token.sessionId) }, 'refresh token reused');
    }
    if (outcome === null || outcome === 'replayed') throw new AppError('UNAUTHENTICATED');
    return outcome.tokens;
  }

  private async rotateLocked(unit: UnitOfWork, id: string, secret: string, client: ClientInfo): Promise<Refreshed> {
    const { tx } = unit;
    const now = this.clock.now();
    const session = await tx.findOne(Session, {
      where: { id, expiresAt: MoreThan(now) },
      lock: { mode: 'pessimistic_write' },
    });
    if (!session) return null;
    const actor = { userId: session.userId, sessionId: id };
    if (isCurrent(session, secret)) {
      const next = rotate(session, secret, now);
      await tx.update(
        Session,
        { id },
        {
          ...next.chain,
          lastUsedAt: now,
          expiresAt: this.expiry(session),
          ip: client.ip,
          device: deviceName(client.userAgent),
        },
      );
      return { tokens: this.tokens(actor, next.secret) };
    }
    const current = currentSecretFor(session, secret, now);
    if (current) return { tokens: this.tokens(actor, current) };
    await this.end(unit, { id });
    return 'replayed';
  }

  /**
   * Ends the session that a refresh token names, whichever of its tokens it is, and the caller's own. A thief may have used the
   * token since, so its secret decides nothing: only somebody with a token of the session knows the session's id.
   */
  async logout(actor: Actor | null, refreshToken: string | undefined): Promise<void> {
    const token = refreshToken ? parseRefreshToken(refreshToken) : null;
    await this.transactions.run(async (unit) => {
      if (token) await this.end(unit, { id: token.sessionId });
      if (actor) await this.end(unit, { id: actor.sessionId, userId: actor.userId });
    });
  }

  async listSessions(actor: Actor): Promise<SessionView[]> {
    const sessions = await this.database.manager.find(Session, {
      where: { userId: actor.userId, expiresAt: MoreThan(this.clock.now()) },
      order: { lastUsedAt: 'DESC', id: 'DESC' },
    });
    return sessions.map((session) => sessionView(session, actor.sessionId));
  }

  /**
   * Ends the session of this alias, or of this id: a list that the previous build has answered names sessions by their ids.
   * @throws AppError SESSION_NOT_FOUND, also for another person's session
   */
  async revokeSession({ userId }: Actor, name: string): Promise<void> {
    const ended = await this.transactions.run(async (unit) => {
      const own = await unit.tx.find(Session, { select: { id: true }, where: { userId } });
      const named = own.find(({ id }) => sessionAlias(id) === name || id === name);
      if (!named) return [];
      await this.recordEndOfTrust(unit, userId, { session: sessionAlias(named.id), survivor: null });
      return this.end(unit, { id: named.id, userId });
    });
    if (ended.length === 0) throw new AppError('SESSION_NOT_FOUND');
  }

  /** Ends all trust, on a person's request to an operator. @returns how many sessions there were */
  async revokeAllSessions(userId: string): Promise<number> {
    return this.transactions.run(async (unit) => {
      const all = await unit.tx.countBy(Session, { userId });
      await this.trust.endTrust(unit, userId, { ending: 'others-signed-out', keepSession: null });
      return all;
    });
  }

  /** Ends all trust except the caller's session. @returns how many other sessions there were */
  async revokeOtherSessions({ userId, sessionId }: Actor): Promise<number> {
    return this.transactions.run(async (unit) => {
      const others = await unit.tx.countBy(Session, { userId, id: Not(sessionId) });
      await this.trust.endTrust(unit, userId, { ending: 'others-signed-out', keepSession: sessionId });
      return others;
    });
  }

  /**
   * Checks that the session has not ended. Call it with the account's row locked before granting anything: the access token of
   * an ended session stays valid until its edge consumes the revocation.
   * @throws AppError UNAUTHENTICATED
   */
  async requireOpen(tx: Tx, { userId, sessionId }: Actor): Promise<void> {
    if (!(await tx.existsBy(Session, { id: sessionId, userId }))) throw new AppError('UNAUTHENTICATED');
  }

  /** Revokes access tokens whose `sid` is not a session, such as those of an export. */
  async revokeTokens(unit: UnitOfWork, userId: string, id: string): Promise<void> {
    const revokedAt = this.clock.now();
    await unit.tx.insert(EndedSession, { sessionId: id, revokedAt });
    announceEnding(unit, { id, userId }, revokedAt);
  }

  /** Sessions that ended after `since`, at most as long ago as an access token lives. */
  async listRevoked(since: Date): Promise<RevokedSession[]> {
    const oldest = this.clock.in(-ACCESS_TOKEN_LIFE - CLOCK_SKEW);
    const rows = await this.database.manager.find(EndedSession, {
      where: { revokedAt: MoreThan(since > oldest ? since : oldest) },
      order: { revokedAt: 'ASC' },
    });
    return rows.map(({ sessionId, revokedAt }) => ({ sessionId, revokedAt: revokedAt.toISOString() }));
  }

  /** Deletes expired sessions and revocations. */
  async sweep(): Promise<void> {
    const { manager } = this.database;
    await manager.delete(Session, { expiresAt: LessThanOrEqual(this.clock.now()) });
    const revokedAt = LessThanOrEqual(this.clock.in(-ACCESS_TOKEN_LIFE - CLOCK_SKEW));
    await manager.delete(EndedSession, { revokedAt });
  }

  /** Every device has to sign in again after a year, however often it refreshes. */
  private expiry({ createdAt }: Pick<Session, 'createdAt'>): Date {
    return new Date(Math.min(this.clock.in(IDLE).getTime(), createdAt.getTime() + LIFETIME));
  }

  private tokens(actor: Actor, secret: string): Tokens {
    return { token: this.signer.sign(actor), refreshToken: formatRefreshToken({ sessionId: actor.sessionId, secret }) };
  }

  /** Other services end what these sessions began and nobody has used yet. */
  private async recordEndOfTrust(
    unit: UnitOfWork,
    userId: string,
    which: Pick<TrustEnded, 'session' | 'survivor'>,
  ): Promise<void> {
    const madeBefore = this.clock.in(LIMITS.revocationDelay).toISOString();
    await unit.record(trustEnded, userId, { userId, ...which, madeBefore });
  }

  /** Ends the sessions of an id, of a user, or of a user but for one session. */
  private async end(unit: UnitOfWork, which: { id?: string; userId?: string; exceptId?: string }): Promise<EndedRow[]> {
    const revokedAt = this.clock.now();
    const ended = await endSessions(unit.tx, [
      which.id ?? null,
      which.userId ?? null,
      which.exceptId ?? null,
      revokedAt,
    ]);
    for (const row of ended) announceEnding(unit, row, revokedAt);
    return ended;
  }
}

/** After the commit the edges close the session's sockets and refuse its access tokens. */
function announceEnding(unit: UnitOfWork, { id: sessionId, userId }: EndedRow, revokedAt: Date): void {
  unit.push(sessionRevoked, { sessionId, userId, revokedAt: revokedAt.toISOString() });
}
