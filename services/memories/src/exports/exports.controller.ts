import {
  type Call,
  type CapsuleRecords,
  CapsuleRecordsDto,
  type ContributionRecords,
  ContributionRecordsDto,
  listCapsuleRecords,
  listContributionRecords,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { ExportsService } from './exports.service.js';

@Controller()
export class ExportsController {
  constructor(@Inject(ExportsService) private readonly exports: ExportsService) {}

  @Rpc(listCapsuleRecords)
  listCapsules({ actor }: Call<'user'>, dto: CapsuleRecordsDto): Promise<CapsuleRecords> {
    return this.exports.listCapsules(actor.userId, dto);
  }

  @Rpc(listContributionRecords)
  listContributions({ actor }: Call<'user'>, dto: ContributionRecordsDto): Promise<ContributionRecords> {
    return this.exports.listContributions(actor.userId, dto);
  }
}
