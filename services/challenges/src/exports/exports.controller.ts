import {
  type Call,
  type ChallengeRecords,
  ChallengeRecordsDto,
  type TemplateRecords,
  listChallengeRecords,
  listTemplateRecords,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { ExportsService } from './exports.service.js';

@Controller()
export class ExportsController {
  constructor(@Inject(ExportsService) private readonly exports: ExportsService) {}

  @Rpc(listChallengeRecords)
  listChallenges({ actor }: Call<'user'>, dto: ChallengeRecordsDto): Promise<ChallengeRecords> {
    return this.exports.listChallenges(actor.userId, dto);
  }

  @Rpc(listTemplateRecords)
  listTemplates({ actor }: Call<'user'>, dto: ChallengeRecordsDto): Promise<TemplateRecords> {
    return this.exports.listTemplates(actor.userId, dto);
  }
}
