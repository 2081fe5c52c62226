import {
  AddContributionByIdDto,
  AttachmentIdsDto,
  type Call,
  type CapsuleFiles,
  CapsuleFilesDto,
  ChangeContributionByIdDto,
  ContributionIdDto,
  type ContributionPage,
  type ContributionView,
  ContributionsByIdDto,
  type RemovedContribution,
  addContribution,
  allowCapsuleFiles,
  changeContribution,
  deleteContribution,
  listContributions,
  memoryFilesInUse,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { CapsulesReader } from '../capsules/capsules-reader.js';
import { ContributionsService } from './contributions.service.js';

@Controller()
export class ContributionsController {
  constructor(
    @Inject(ContributionsService) private readonly contributions: ContributionsService,
    @Inject(CapsulesReader) private readonly capsules: CapsulesReader,
  ) {}

  @Rpc(listContributions)
  listContributions({ actor }: Call<'user'>, { id, cursor }: ContributionsByIdDto): Promise<ContributionPage> {
    return this.capsules.contributions(actor.userId, id, cursor);
  }

  @Rpc(addContribution)
  addContribution({ actor }: Call<'user'>, dto: AddContributionByIdDto): Promise<ContributionView> {
    return this.contributions.add(actor.userId, dto);
  }

  @Rpc(changeContribution)
  changeContribution({ actor }: Call<'user'>, dto: ChangeContributionByIdDto): Promise<ContributionView> {
    return this.contributions.change(actor.userId, dto);
  }

  @Rpc(deleteContribution)
  deleteContribution({ actor }: Call<'user'>, dto: ContributionIdDto): Promise<RemovedContribution> {
    return this.contributions.delete(actor.userId, dto);
  }

  @Rpc(allowCapsuleFiles)
  allowFiles({ actor }: Call<'user'>, dto: CapsuleFilesDto): Promise<CapsuleFiles> {
    return this.contributions.allowFiles(actor.userId, dto);
  }

  @Rpc(memoryFilesInUse)
  async usedFiles(_call: Call, { ids }: AttachmentIdsDto): Promise<{ ids: string[] }> {
    return { ids: await this.contributions.usedFiles(ids) };
  }
}
