import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  type Actor,
  type ExportLink,
  type ExportReady,
  type ExportTokenDto,
  type ExportView,
  LIMITS,
  type RequestExportDto,
  exportDropped,
  exportEnded,
  exportFailed,
  exportPath,
  exportReady,
  exportRequested,
  userDeleted,
} from '@duet/contracts';
import { AppError, Clock, EventErasure, OnEvent, Transactions, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, MoreThan } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { User } from '../users/user.entity.js';
import { MailQueue } from '../mail/mail-queue.js';
import { AccessTokenSigner } from '../sessions/access-token-signer.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { TrustEndings } from '../trust/trust-endings.service.js';
import { DataExport } from './data-export.entity.js';
import { exportView, isPreparing } from './data-export.view.js';
import { OwnerProof } from './owner-proof.js';

const LINK_LIFETIME = LIMITS.exportLinkMinutes * 60_000;

const sha256 = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Requests data exports from media, tracks their status and issues the links to download them. */
@Injectable()
export class ExportsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(EventErasure) private readonly eventErasure: EventErasure,
    @Inject(AccessTokenSigner) private readonly signer: AccessTokenSigner,
    @Inject(OwnerProof) private readonly proof: OwnerProof,
    @Inject(MailQueue) private readonly mails: MailQueue,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(SessionsService) private readonly sessions: SessionsService,
    @Inject(TrustEndings) trust: TrustEndings,
  ) {
    trust.subscribe((unit, { user }) => this.endExport(unit, user));
  }

  /**
   * Starts an export for a caller who confirms the password or a passkey. Returns the current one while it is being prepared.
   * @throws AppError WRONG_PASSWORD, PASSKEY_INVALID, PASSKEY_EXPIRED, PASSKEY_UNKNOWN; UNAUTHENTICATED when the session ends meanwhile; USER_NOT_FOUND
   */
  async requestExport(actor: Actor, dto: RequestExportDto): Promise<ExportView> {
    const { userId } = actor;
    const lock = await this.proof.prove(actor, dto);
    const row = await this.transactions.run(async (unit) => {
      const { tx } = unit;
      await lock(tx);
      await this.sessions.requireOpen(tx, actor);
      const current = await tx.findOneBy(DataExport, { userId });
      return current && isPreparing(current, this.clock.now()) ? current : this.startExport(unit, userId);
    });
    return this.view(row);
  }

  async getExport({ userId }: Actor): Promise<ExportView> {
    return this.view(await this.database.manager.findOneBy(DataExport, { userId }));
  }

  /** @throws AppError NOT_FOUND without a finished export; UNAUTHENTICATED once the session has ended */
  async getLink(actor: Actor): Promise<ExportLink> {
    await this.sessions.requireOpen(this.database.manager, actor);
    const row = await this.database.manager.findOneBy(DataExport, {
      userId: actor.userId,
      expiresAt: MoreThan(this.clock.now()),
    });
    if (!row) throw new AppError('NOT_FOUND');
    const expiresAt = this.clock.in(LINK_LIFETIME);
    return {
      url: exportPath(this.signer.signExportLink(row.id, actor.sessionId, expiresAt)),
      expiresAt: expiresAt.toISOString(),
    };
  }

  /**
   * The access token with which media reads the user's data.
   * @throws AppError TOKEN_INVALID for a wrong secret, and once the export is no longer being prepared
   */
  async issueToken({ exportId, secret }: ExportTokenDto): Promise<string> {
    const row = await this.database.manager.findOneBy(DataExport, { id: exportId });
    const isAuthentic = row !== null && timingSafeEqual(Buffer.from(row.secretHash, 'base64url'), sha256(secret));
    if (!isAuthentic || !isPreparing(row, this.clock.now())) throw new AppError('TOKEN_INVALID');
    return this.signer.sign({ userId: row.userId, sessionId: row.id }, 'export');
  }

  @OnEvent(exportReady)
  async onExportReady({ exportId, expiresAt }: ExportReady): Promise<void> {
    await this.transactions.run(async (unit) => {
      const { tx } = unit;
      const { affected } = await tx.update(
        DataExport,
        { id: exportId, status: 'preparing' },
        { status: 'ready', expiresAt: new Date(expiresAt) },
      );
      const row = affected
        ? await tx.findOne(DataExport, { where: { id: exportId }, relations: { user: true } })
        : null;
      if (row?.user) await this.mails.queueMail(unit, 'export-ready', row.user.emailKey);
    });
  }

  @OnEvent(exportFailed)
  async onExportFailed({ exportId }: { exportId: string }): Promise<void> {
    await this.database.manager.update(DataExport, { id: exportId, status: 'preparing' }, { status: 'failed' });
  }

  /** Media deleted the export, because another user whose messages it contained deleted their account. */
  @OnEvent(exportDropped)
  async onExportDropped({ exportId }: { exportId: string }): Promise<void> {
    await this.transactions.run(async ({ tx }) => {
      const row = await tx.findOne(DataExport, { where: { id: exportId }, relations: { user: true } });
      if (!row?.user) return;
      await tx.delete(DataExport, { id: exportId });
      await this.mails.withdraw(tx, row.user.emailKey, 'export-ready');
    });
  }

  /** Purges events about the deleted user from the stream. */
  @OnEvent(userDeleted)
  async onUserDeleted({ userId }: { userId: string }): Promise<void> {
    await this.eventErasure.erase([userId]);
  }

  /** Deletes the export with its secret, its tokens and its mail. The event makes media delete the ZIP file. */
  private async endExport(unit: UnitOfWork, { id: userId, emailKey }: User): Promise<void> {
    const { tx } = unit;
    const current = await tx.findOneBy(DataExport, { userId });
    if (!current) return;
    await tx.delete(DataExport, { id: current.id });
    await this.sessions.revokeTokens(unit, userId, current.id);
    await this.mails.withdraw(tx, emailKey, 'export-ready');
    await unit.record(exportEnded, userId, { exportId: current.id, userId });
  }

  /** Replaces an earlier export. Media deletes the files of that one when it consumes the event. */
  private async startExport(unit: UnitOfWork, userId: string): Promise<DataExport> {
    const secret = randomBytes(32).toString('base64url');
    const now = this.clock.now();
    const row: DataExport = {
      id: uuid(),
      userId,
      secretHash: sha256(secret).toString('base64url'),
      status: 'preparing',
      requestedAt: now,
      expiresAt: null,
    };
    await unit.tx.delete(DataExport, { userId });
    await unit.tx.insert(DataExport, row);
    await unit.record(exportRequested, userId, {
      exportId: row.id,
      userId,
      secret,
      requestedAt: now.toISOString(),
    });
    return row;
  }

  private view(row: DataExport | null): ExportView {
    return exportView(row, this.clock.now());
  }
}
