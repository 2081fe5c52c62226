import {
  type Call,
  type ExportLink,
  ExportTokenDto,
  type ExportView,
  NoInput,
  RequestExportDto,
  RestitutionLinkDto,
  getExport,
  getExportLink,
  getExportToken,
  getRestitutionLink,
  requestExport,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { ExportsService } from './exports.service.js';
import { RestitutionLinks } from './restitution-links.service.js';

@Controller()
export class ExportsController {
  constructor(
    @Inject(ExportsService) private readonly exports: ExportsService,
    @Inject(RestitutionLinks) private readonly restitutions: RestitutionLinks,
  ) {}

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

  @Rpc(getRestitutionLink)
  restitutionLink(call: Call<'user'>, dto: RestitutionLinkDto): Promise<ExportLink> {
    return this.restitutions.getLink(call.actor, dto);
  }

  @Rpc(getExportToken)
  async token(_call: Call<'process'>, dto: ExportTokenDto): Promise<{ token: string }> {
    return { token: await this.exports.issueToken(dto) };
  }
}
