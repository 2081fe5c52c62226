import {
  type FiledReport,
  LIMITS,
  type ReportPersonDto,
  type ReportRecord,
  type ReportableMessage,
  listReportableMessages,
} from '@duet/contracts';
import { AppError, Clock, DAY, InstallationKeys, RpcClient, type Tx, requestContext } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThan, MoreThan } from 'typeorm';
import { v5 as named, v4 as random } from 'uuid';
import { Acquaintances } from '../people/acquaintances.service.js';
import { PeopleService } from '../people/people.service.js';
import type { VisiblePerson } from '../people/person.view.js';
import { type NamedPerson, openReport, sealReport } from './report-content.js';
import { Report } from './report.entity.js';

const STORED = LIMITS.reportDays * DAY;
const SECOND = 1_000;

/** Reports of abuse. The reported person gets no event, notice or export of one; `duet-admin` alone shows them. */
@Injectable()
export class ReportsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(Acquaintances) private readonly acquaintances: Acquaintances,
    @Inject(InstallationKeys) private readonly keys: InstallationKeys,
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError USER_NOT_FOUND, MESSAGE_NOT_FOUND; RATE_LIMITED with the seconds until the next one is possible */
  async file(userId: string, { clientId = random(), ...dto }: ReportPersonDto): Promise<FiledReport> {
    const id = named(clientId, userId);
    const begun = await this.database.transaction(async (tx) => {
      const first = await this.find(tx, id);
      if (first) return { first };
      const reported = await this.findReported(tx, userId, dto.userId);
      await this.checkLimit(tx, userId);
      return { reported };
    });
    if (begun.first) return this.filed(begun.first);
    // Messaging is asked outside of a transaction, which would hold a connection while it is silent.
    const messages = await this.findMessages(userId, dto);
    return this.database.transaction(async (tx) => {
      // Of two reports at once the second sees the first.
      const me = (await this.people.lockPeople(tx, [userId])).get(userId);
      if (!me) throw new AppError('UNAVAILABLE');
      const first = await this.find(tx, id);
      if (first) return this.filed(first);
      await this.checkLimit(tx, userId);
      const { reason, text = '' } = dto;
      const content = { reporter: nameOf(me), reported: nameOf(begun.reported), reason, text, messages };
      const row = { id, reporterId: userId, ...sealReport(this.keys, id, content), filedAt: this.clock.now() };
      await tx.insert(Report, row);
      return this.filed(row);
    });
  }

  /** The person's own reports for an export, the oldest first. */
  async listRecords(userId: string): Promise<ReportRecord[]> {
    const rows = await this.database.manager.find(Report, {
      where: { reporterId: userId, filedAt: MoreThan(this.clock.in(-STORED)) },
      order: { filedAt: 'ASC', id: 'ASC' },
    });
    return rows.map((row) => {
      const { reason, text } = openReport(this.keys, row);
      return { reason, text, at: row.filedAt.toISOString() };
    });
  }

  /** Deletes reports whose time is over. */
  async deleteOld(): Promise<void> {
    await this.database.manager.delete(Report, { filedAt: LessThan(this.clock.in(-STORED)) });
  }

  /** A person of whom the reporter has no business to know looks like an unknown one. */
  private async findReported(tx: Tx, userId: string, reportedId: string): Promise<VisiblePerson> {
    const person = userId === reportedId ? null : await this.people.findPerson(reportedId, tx);
    if (!person || !(await this.acquaintances.hasBusinessWith(tx, userId, reportedId)))
      throw new AppError('USER_NOT_FOUND');
    return this.acquaintances.visiblePerson(tx, userId, person);
  }

  /** The words come from messaging; a client's copy proves nothing. */
  private async findMessages(
    userId: string,
    { userId: otherId, messageIds = [] }: Pick<ReportPersonDto, 'userId' | 'messageIds'>,
  ): Promise<ReportableMessage[]> {
    if (messageIds.length === 0) return [];
    const context = { requestId: requestContext.requestId() };
    return this.rpc.call(listReportableMessages, context, { userId, otherId, messageIds });
  }

  private async checkLimit(tx: Tx, userId: string): Promise<void> {
    const recent = await tx.find(Report, {
      where: { reporterId: userId, filedAt: MoreThan(this.clock.in(-DAY)) },
      order: { filedAt: 'DESC' },
      take: LIMITS.reportsPerDay,
      select: { id: true, filedAt: true },
    });
    const oldest = recent[LIMITS.reportsPerDay - 1];
    if (!oldest) return;
    const left = oldest.filedAt.getTime() + DAY - this.clock.now().getTime();
    throw new AppError('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(left / SECOND)) });
  }

  private find(tx: Tx, id: string): Promise<Report | null> {
    return tx.findOneBy(Report, { id });
  }

  private filed(row: Pick<Report, 'id' | 'sealed' | 'sealedBy'>): FiledReport {
    const { messages } = openReport(this.keys, row);
    return { reportId: row.id, fileIds: messages.flatMap(({ files }) => files.map(({ id }) => id)) };
  }
}

const nameOf = ({ id, username, firstName, lastName }: VisiblePerson): NamedPerson => ({
  id,
  username,
  fullName: `${firstName} ${lastName}`,
});
