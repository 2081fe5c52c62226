import {
  type Call,
  type ExportLink,
  ExportTokenDto,
  type ExportView,
  NoInput,
  RequestExportDto,
  getExport,
  getExportLink,
  getExportToken,
  requestExport,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { ExportsService } from './exports.service.js';

@Controller()
export class ExportsController {
  constructor(@Inject(ExportsService) private readonly exports: ExportsService) {}

  @Rpc(requestExport)
  request(call: Call<'user'>, dto: RequestExportDto): Promise<ExportView> {
    return this.exports.requestExport(call.actor, dto);
  }

  @Rpc(getExport)
  get(call: Call<'user'>, _dto: NoInput): Promise<ExportView> {
    return this.exports.getExport(call.actor);
  }

  @Rpc(getExportLink)
  link(call: Call<'user'>, _dto: NoInput): Promise<ExportLink> {
    return this.exports.getLink(call.actor);
  }

  @Rpc(getExportToken)
  async token(_call: Call<'public'>, dto: ExportTokenDto): Promise<{ token: string }> {
    return { token: await this.exports.issueToken(dto) };
  }
}
