import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  type Actor, type ExportReady, type ExportTokenDto, type ExportView, exportFailed, exportReady, exportRequested, userDeleted,
} from '@duet/contracts';
import { AppError, FactErasure, OnFact, Outbox, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { User } from '../accounts/user.entity.js';
import { Clock } from '../clock.js';
import { MailQueue } from '../mail/mail-queue.js';
import { MailWorker } from '../mail/mail-worker.js';
import { AccessTokenSigner } from '../sessions/access-token-signer.js';
import { DataExport } from './data-export.entity.js';
import { exportView, isOpen } from './data-export.view.js';
import { ExportLinks } from './export-links.js';

const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Data exports: who asked for one, who may prepare it, and the link to what came of it. */
@Injectable()
export class ExportsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(FactErasure) private readonly facts: FactErasure,
    @Inject(AccessTokenSigner) private readonly signer: AccessTokenSigner,
    @Inject(ExportLinks) private readonly links: ExportLinks,
    @Inject(MailQueue) private readonly mails: MailQueue,
    @Inject(MailWorker) private readonly mailWorker: MailWorker,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** One at a time: while one is being prepared, that one is the answer. @throws AppError USER_NOT_FOUND */
  async request({ userId }: Actor): Promise<ExportView> {
    const row = await this.database.transaction(async (tx) => {
      const user = await tx.findOne(User, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
      if (!user) throw new AppError('USER_NOT_FOUND');
      const held = await tx.findOneBy(DataExport, { userId });
      return held && isOpen(held, this.clock.now()) ? held : this.open(tx, userId);
    });
    this.outbox.kick();
    return this.view(row);
  }

  async get({ userId }: Actor): Promise<ExportView> {
    return this.view(await this.database.manager.findOneBy(DataExport, { userId }));
  }

  /** @throws AppError TOKEN_INVALID for a wrong secret, and once the export is no longer being prepared. */
  async token({ exportId, secret }: ExportTokenDto): Promise<string> {
    const row = await this.database.manager.findOneBy(DataExport, { id: exportId });
    const proved = row !== null && timingSafeEqual(Buffer.from(row.secretHash, 'base64url'), digest(secret));
    if (!proved || !isOpen(row, this.clock.now())) throw new AppError('TOKEN_INVALID');
    return this.signer.sign({ userId: row.userId, sessionId: row.id }, 'export');
  }

  @OnFact(exportReady)
  async ready({ exportId, expiresAt }: ExportReady): Promise<void> {
    await this.database.transaction(async (tx) => {
      const { affected } = await tx.update(DataExport, { id: exportId, status: 'preparing' }, { status: 'ready', expiresAt: new Date(expiresAt) });
      const row = affected ? await tx.findOne(DataExport, { where: { id: exportId }, relations: { user: true } }) : null;
      if (row?.user) await this.mails.add(tx, 'export-ready', row.user.emailKey);
    });
    this.mailWorker.kick();
  }

  @OnFact(exportFailed)
  async failed({ exportId }: { exportId: string }): Promise<void> {
    await this.database.manager.update(DataExport, { id: exportId, status: 'preparing' }, { status: 'failed' });
  }

  /** What was told of a person who is gone need not be told any more. */
  @OnFact(userDeleted)
  async forget({ userId }: { userId: string }): Promise<void> {
    await this.facts.erase([userId]);
  }

  /** The new one takes the place of any before it; what media holds of that one goes when it hears of the new one. */
  private async open(tx: Tx, userId: string): Promise<DataExport> {
    const secret = randomBytes(32).toString('base64url');
    const now = this.clock.now();
    const row: DataExport = { id: uuid(), userId, secretHash: digest(secret).toString('base64url'), status: 'preparing', requestedAt: now, expiresAt: null };
    await tx.delete(DataExport, { userId });
    await tx.insert(DataExport, row);
    await this.outbox.add(tx, exportRequested, userId, { exportId: row.id, userId, secret, requestedAt: now.toISOString() });
    return row;
  }

  private view(row: DataExport | null): ExportView {
    return exportView(row, this.clock.now(), (ready) => this.links.path(ready));
  }
}
