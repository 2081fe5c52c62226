import {
  type Call,
  type FiledReport,
  NoInput,
  ReportPersonDto,
  type ReportRecord,
  listReportRecords,
  reportPerson,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { ReportsService } from './reports.service.js';

@Controller()
export class ReportsController {
  constructor(@Inject(ReportsService) private readonly reports: ReportsService) {}

  @Rpc(reportPerson)
  file({ actor }: Call<'user'>, dto: ReportPersonDto): Promise<FiledReport> {
    return this.reports.file(actor.userId, dto);
  }

  @Rpc(listReportRecords)
  listRecords({ actor }: Call<'user'>, _dto: NoInput): Promise<ReportRecord[]> {
    return this.reports.listRecords(actor.userId);
  }
}
