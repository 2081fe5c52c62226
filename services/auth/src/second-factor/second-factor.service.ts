import {
  type Actor,
  LIMITS,
  type RecoveryCodes,
  type SecondFactorSetup,
  type SecondFactorView,
  accountUpdated,
} from '@duet/contracts';
import { AppError, Clock, LOGGER, LivePush, type Log, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, IsNull, MoreThan, Not, Or } from 'typeorm';
import { TrustEndings } from '../trust/trust-endings.service.js';
import { User } from '../users/user.entity.js';
import { AuthConfig } from '../config.js';
import { newRecoveryCodes, newTotpSecret, otpUri, plainCode, stepOf } from './codes.js';
import { SecretBox, keyedHash, newHashKey } from './secret-box.js';
import { RecoveryCode, SecondFactor } from './second-factor.entity.js';

const PAUSE = LIMITS.secondFactorPauseMinutes * 60_000;

const RESEAL_BATCH = 200;

/** `proved`: a code was required and right. */
type Verdict = { ok: true; proved: boolean } | { ok: false; error: AppError };

/** Stores and verifies second factors: codes of an authenticator app, and recovery codes in place of them. */
@Injectable()
export class SecondFactorService {
  private readonly box: SecretBox;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LivePush) private readonly live: LivePush,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(AuthConfig) config: AuthConfig,
    @Inject(TrustEndings) trust: TrustEndings,
  ) {
    // A password has proved who began to set it up.
    trust.subscribe(async ({ tx }, { user }) => {
      await tx.delete(SecondFactor, { userId: user.id, enabledAt: IsNull() });
    });
    const [current = '', ...before] = config.SECOND_FACTOR_KEY.split(/\r?\n/);
    this.box = new SecretBox([current, ...before]);
  }

  async get({ userId }: Actor): Promise<SecondFactorView> {
    const factor = await this.database.manager.findOneBy(SecondFactor, { userId });
    const left = factor?.enabledAt ? await this.database.manager.countBy(RecoveryCode, { userId }) : 0;
    return {
      enabled: Boolean(factor?.enabledAt),
      since: factor?.enabledAt?.toISOString() ?? null,
      recoveryCodesLeft: left,
    };
  }

  isEnabled(tx: Tx, userId: string): Promise<boolean> {
    return tx.existsBy(SecondFactor, { userId, enabledAt: Not(IsNull()) });
  }

  /**
   * Verifies the second factor of a user whose password or mailed link was right. The count of wrong codes is committed even
   * if the sign-in fails. One of several simultaneous uses of a code succeeds.
   * @throws AppError SECOND_FACTOR_REQUIRED without a code, CODE_INVALID, RATE_LIMITED after too many wrong ones
   */
  async prove(userId: string, typed: string | undefined): Promise<void> {
    const verdict = await this.database.transaction((tx) => this.verify(tx, userId, plainCode(typed ?? '')));
    if (!verdict.ok) throw verdict.error;
    if (verdict.proved) await this.cancelRemoval(userId);
  }

  /** Using the factor shows that it is not lost. A separate statement, because other transactions lock the user's row first. */
  private async cancelRemoval(userId: string): Promise<void> {
    const { affected } = await this.database.manager.update(
      User,
      { id: userId, secondFactorRemovalAt: Not(IsNull()) },
      { secondFactorRemovalAt: null },
    );
    if (affected === 1) this.live.push(accountUpdated, { userId });
  }

  /** Ends the pause after too many wrong codes. */
  async endPause(tx: Tx, userId: string): Promise<void> {
    await tx.update(SecondFactor, { userId }, { failures: 0, failedAt: null });
  }

  /** Creates a secret, which replaces one that is not enabled yet. Call it in a transaction that has locked the user's row. @throws AppError SECOND_FACTOR_ON */
  async begin(tx: Tx, { id, email }: User): Promise<SecondFactorSetup> {
    const existing = await tx.findOneBy(SecondFactor, { userId: id });
    if (existing?.enabledAt) throw new AppError('SECOND_FACTOR_ON');
    const secret = newTotpSecret();
    const sealed = { secret: this.box.seal(secret, id), keyId: this.box.keyId, codesKey: null };
    const fresh = { userId: id, ...sealed, enabledAt: null, lastStep: 0, failures: 0, failedAt: null };
    await tx.upsert(SecondFactor, fresh, ['userId']);
    return { secret, uri: otpUri(secret, email) };
  }

  /** @throws AppError CODE_INVALID, SECOND_FACTOR_OFF without a secret, SECOND_FACTOR_ON */
  async enable(tx: Tx, userId: string, typed: string): Promise<RecoveryCodes> {
    const factor = await this.lockFactor(tx, userId);
    if (!factor) throw new AppError('SECOND_FACTOR_OFF');
    if (factor.enabledAt) throw new AppError('SECOND_FACTOR_ON');
    const step = this.step(factor, plainCode(typed));
    if (step === null) throw new AppError('CODE_INVALID');
    await tx.update(SecondFactor, { userId }, { enabledAt: this.clock.now(), lastStep: step });
    return this.writeCodes(tx, userId);
  }

  /** @throws AppError SECOND_FACTOR_OFF */
  async renewCodes(tx: Tx, userId: string): Promise<RecoveryCodes> {
    const factor = await this.lockFactor(tx, userId);
    if (!factor?.enabledAt) throw new AppError('SECOND_FACTOR_OFF');
    return this.writeCodes(tx, userId);
  }

  /** Call it in a transaction that has locked the user's row. @returns whether a factor was enabled */
  async disable(tx: Tx, userId: string): Promise<boolean> {
    const factor = await this.lockFactor(tx, userId);
    await tx.delete(SecondFactor, { userId });
    await tx.update(User, { id: userId }, { secondFactorRemovalAt: null });
    return Boolean(factor?.enabledAt);
  }

  /** Encrypts with the current key the secrets that were not used since a rotation. Logs how many rows no known key decrypts. */
  async reseal(): Promise<void> {
    let [count, unreadable] = [0, 0];
    for (let batch = await this.findStale(); batch.length > 0; batch = await this.findStale(batch.at(-1))) {
      for (const userId of batch)
        await this.resealOne(userId).then(
          () => (count += 1),
          () => (unreadable += 1),
        );
    }
    if (count + unreadable > 0)
      this.log.info({ count, unreadable, keyId: this.box.keyId }, 'second factor secrets resealed');
  }

  private async findStale(after?: string): Promise<string[]> {
    const where = { keyId: Or(IsNull(), Not(this.box.keyId)), ...(after && { userId: MoreThan(after) }) };
    const rows = await this.database.manager.find(SecondFactor, {
      select: { userId: true },
      where,
      order: { userId: 'ASC' },
      take: RESEAL_BATCH,
    });
    return rows.map(({ userId }) => userId);
  }

  private resealOne(userId: string): Promise<void> {
    return this.database.transaction(async (tx) => {
      const factor = await this.lockFactor(tx, userId);
      if (factor) await tx.update(SecondFactor, { userId }, this.resealed(factor));
    });
  }

  private async verify(tx: Tx, userId: string, code: string): Promise<Verdict> {
    const factor = await this.lockFactor(tx, userId);
    if (!factor?.enabledAt) return { ok: true, proved: false };
    if (code === '') return refuse(new AppError('SECOND_FACTOR_REQUIRED'));
    const wait = this.pauseLeft(factor);
    if (wait > 0) return refuse(new AppError('RATE_LIMITED', { retryAfter: Math.ceil(wait / 1_000) }));
    if (await this.redeemCode(tx, factor, code)) return { ok: true, proved: true };
    const failures = factor.failures >= LIMITS.secondFactorTries ? 1 : factor.failures + 1;
    await tx.update(SecondFactor, { userId }, { failures, failedAt: this.clock.now() });
    return refuse(new AppError('CODE_INVALID'));
  }

  private async redeemCode(tx: Tx, factor: SecondFactor, code: string): Promise<boolean> {
    const { userId } = factor;
    const step = this.step(factor, code);
    const isValid = step === null ? await this.useRecoveryCode(tx, factor, code) : step > factor.lastStep;
    const isStale = factor.keyId !== this.box.keyId;
    if (isValid)
      await tx.update(
        SecondFactor,
        { userId },
        {
          failures: 0,
          failedAt: null,
          ...(step !== null && { lastStep: step }),
          ...(isStale && this.resealed(factor)),
        },
      );
    return isValid;
  }

  /** The row's secrets under the current key. An earlier build keyed the codes with the configured key, which becomes the row's key. */
  private resealed({ userId, secret, codesKey }: SecondFactor): Pick<SecondFactor, 'secret' | 'codesKey' | 'keyId'> {
    const { plain, hashing } = this.box.open(secret, userId);
    const own = codesKey === null ? hashing : this.box.open(codesKey, userId).plain;
    return { secret: this.box.seal(plain, userId), codesKey: this.box.seal(own, userId), keyId: this.box.keyId };
  }

  private step({ userId, secret }: SecondFactor, code: string): number | null {
    return stepOf(this.box.open(secret, userId).plain, code, this.clock.now());
  }

  /** During a rolling update the earlier build writes codes without the row's key: those are accepted too. */
  private async useRecoveryCode(tx: Tx, { userId, codesKey }: SecondFactor, code: string): Promise<boolean> {
    const keys = codesKey === null ? this.box.hashKeys : [this.box.open(codesKey, userId).plain, ...this.box.hashKeys];
    const { affected } = await tx.delete(RecoveryCode, {
      userId,
      hash: In(keys.map((key) => keyedHash(key, code, userId))),
    });
    return affected === 1;
  }

  /** Milliseconds until the next code is accepted after too many wrong ones; 0 or less for now. */
  private pauseLeft({ failures, failedAt }: SecondFactor): number {
    if (failures < LIMITS.secondFactorTries || !failedAt) return 0;
    return failedAt.getTime() + PAUSE - this.clock.now().getTime();
  }

  private async writeCodes(tx: Tx, userId: string): Promise<RecoveryCodes> {
    const [recoveryCodes, key] = [newRecoveryCodes(), newHashKey()];
    await tx.delete(RecoveryCode, { userId });
    await tx.update(SecondFactor, { userId }, { codesKey: this.box.seal(key, userId) });
    await tx.insert(
      RecoveryCode,
      recoveryCodes.map((code) => ({ userId, hash: keyedHash(key, plainCode(code), userId) })),
    );
    return { recoveryCodes };
  }

  private lockFactor(tx: Tx, userId: string): Promise<SecondFactor | null> {
    return tx.findOne(SecondFactor, { where: { userId }, lock: { mode: 'pessimistic_write' } });
  }
}

const refuse = (error: AppError): Verdict => ({ ok: false, error });
