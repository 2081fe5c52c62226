import { type Call, ExportTokenDto, type ExportView, NoInput, getExport, getExportToken, requestExport } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { ExportsService } from './exports.service.js';

@Controller()
export class ExportsController {
  constructor(@Inject(ExportsService) private readonly exports: ExportsService) {}

  @Rpc(requestExport)
  request(call: Call<'user'>, _dto: NoInput): Promise<ExportView> {
    return this.exports.request(call.actor);
  }

  @Rpc(getExport)
  get(call: Call<'user'>, _dto: NoInput): Promise<ExportView> {
    return this.exports.get(call.actor);
  }

  @Rpc(getExportToken)
  async token(_call: Call<'public'>, dto: ExportTokenDto): Promise<{ token: string }> {
    return { token: await this.exports.token(dto) };
  }
}
