import { type Actor, LIMITS, type RecoveryCodes, type SecondFactorSetup, type SecondFactorView } from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { User } from '../accounts/user.entity.js';
import { Clock } from '../clock.js';
import { AuthConfig } from '../config.js';
import { newRecoveryCodes, newSecret, otpUri, plainCode, stepOf } from './codes.js';
import { SecretBox } from './secret-box.js';
import { RecoveryCode, SecondFactor } from './second-factor.entity.js';

const PAUSE = LIMITS.secondFactorPauseMinutes * 60_000;

type Verdict = { ok: true } | { ok: false; error: AppError };

/** Codes of an authenticator app, and recovery codes for the day without it. */
@Injectable()
export class SecondFactorService {
  private readonly box: SecretBox;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(AuthConfig) config: AuthConfig,
  ) {
    this.box = new SecretBox(config.SECOND_FACTOR_KEY);
  }

  async get({ userId }: Actor): Promise<SecondFactorView> {
    const factor = await this.database.manager.findOneBy(SecondFactor, { userId });
    const left = factor?.enabledAt ? await this.database.manager.countBy(RecoveryCode, { userId }) : 0;
    return { enabled: Boolean(factor?.enabledAt), since: factor?.enabledAt?.toISOString() ?? null, recoveryCodesLeft: left };
  }

  /**
   * Asks for the second factor of somebody whose password, or mailed link, was right. What a wrong code counts is
   * committed whatever becomes of the sign-in; of any number of simultaneous uses of one code one succeeds.
   * @throws AppError SECOND_FACTOR_REQUIRED without a code, CODE_INVALID, RATE_LIMITED after too many wrong ones
   */
  async prove(userId: string, typed: string | undefined): Promise<void> {
    const verdict = await this.database.transaction((tx) => this.judge(tx, userId, plainCode(typed ?? '')));
    if (!verdict.ok) throw verdict.error;
  }

  /** A secret that waits to be used; a newer one takes its place. Inside a transaction that holds the user's row. @throws AppError SECOND_FACTOR_ON */
  async begin(tx: Tx, { id, email }: User): Promise<SecondFactorSetup> {
    const held = await tx.findOneBy(SecondFactor, { userId: id });
    if (held?.enabledAt) throw new AppError('SECOND_FACTOR_ON');
    const secret = newSecret();
    const fresh = { userId: id, secret: this.box.seal(secret, id), enabledAt: null, lastStep: 0, failures: 0, failedAt: null };
    await tx.upsert(SecondFactor, fresh, ['userId']);
    return { secret, uri: otpUri(secret, email) };
  }

  /** @throws AppError CODE_INVALID, SECOND_FACTOR_OFF without a secret, SECOND_FACTOR_ON */
  async enable(tx: Tx, userId: string, typed: string): Promise<RecoveryCodes> {
    const factor = await this.hold(tx, userId);
    if (!factor) throw new AppError('SECOND_FACTOR_OFF');
    if (factor.enabledAt) throw new AppError('SECOND_FACTOR_ON');
    const step = this.step(factor, plainCode(typed));
    if (step === null) throw new AppError('CODE_INVALID');
    await tx.update(SecondFactor, { userId }, { enabledAt: this.clock.now(), lastStep: step });
    return this.writeCodes(tx, userId);
  }

  /** @throws AppError SECOND_FACTOR_OFF */
  async renewCodes(tx: Tx, userId: string): Promise<RecoveryCodes> {
    const factor = await this.hold(tx, userId);
    if (!factor?.enabledAt) throw new AppError('SECOND_FACTOR_OFF');
    return this.writeCodes(tx, userId);
  }

  /** @returns whether there was one */
  async disable(tx: Tx, userId: string): Promise<boolean> {
    const factor = await this.hold(tx, userId);
    await tx.delete(SecondFactor, { userId });
    return Boolean(factor?.enabledAt);
  }

  private async judge(tx: Tx, userId: string, code: string): Promise<Verdict> {
    const factor = await this.hold(tx, userId);
    if (!factor?.enabledAt) return { ok: true };
    if (code === '') return refuse(new AppError('SECOND_FACTOR_REQUIRED'));
    const wait = this.pauseLeft(factor);
    if (wait > 0) return refuse(new AppError('RATE_LIMITED', { retryAfter: Math.ceil(wait / 1_000) }));
    if (await this.use(tx, factor, code)) return { ok: true };
    const failures = factor.failures >= LIMITS.secondFactorTries ? 1 : factor.failures + 1;
    await tx.update(SecondFactor, { userId }, { failures, failedAt: this.clock.now() });
    return refuse(new AppError('CODE_INVALID'));
  }

  private async use(tx: Tx, factor: SecondFactor, code: string): Promise<boolean> {
    const { userId } = factor;
    const step = this.step(factor, code);
    const good = step === null ? await this.useRecoveryCode(tx, userId, code) : step > factor.lastStep;
    if (good) await tx.update(SecondFactor, { userId }, { failures: 0, failedAt: null, ...(step !== null && { lastStep: step }) });
    return good;
  }

  private step({ userId, secret }: SecondFactor, code: string): number | null {
    return stepOf(this.box.open(secret, userId), code, this.clock.now());
  }

  private async useRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
    const { affected } = await tx.delete(RecoveryCode, { userId, hash: this.box.hash(code, userId) });
    return affected === 1;
  }

  /** How long a row of wrong codes still keeps the next one out, in milliseconds. */
  private pauseLeft({ failures, failedAt }: SecondFactor): number {
    if (failures < LIMITS.secondFactorTries || !failedAt) return 0;
    return failedAt.getTime() + PAUSE - this.clock.now().getTime();
  }

  private async writeCodes(tx: Tx, userId: string): Promise<RecoveryCodes> {
    const recoveryCodes = newRecoveryCodes();
    await tx.delete(RecoveryCode, { userId });
    await tx.insert(RecoveryCode, recoveryCodes.map((code) => ({ userId, hash: this.box.hash(plainCode(code), userId) })));
    return { recoveryCodes };
  }

  private hold(tx: Tx, userId: string): Promise<SecondFactor | null> {
    return tx.findOne(SecondFactor, { where: { userId }, lock: { mode: 'pessimistic_write' } });
  }
}

const refuse = (error: AppError): Verdict => ({ ok: false, error });
