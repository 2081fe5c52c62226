import { type Call, type ReportableMessage, ReportableMessagesDto, listReportableMessages } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { ReportingService } from './reporting.service.js';

@Controller()
export class ReportingController {
  constructor(@Inject(ReportingService) private readonly reporting: ReportingService) {}

  @Rpc(listReportableMessages)
  listReportable(_call: Call<'process'>, dto: ReportableMessagesDto): Promise<ReportableMessage[]> {
    return this.reporting.listReportable(dto);
  }
}
