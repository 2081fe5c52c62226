import {
  type Call,
  DONE,
  type Done,
  FinishRestitutionDto,
  type RestitutionRecords,
  RestitutionRecordsDto,
  finishRestitution,
  listRestitution,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { RestitutionsService } from './restitutions.service.js';

@Controller()
export class RestitutionsController {
  constructor(@Inject(RestitutionsService) private readonly restitutions: RestitutionsService) {}

  @Rpc(listRestitution)
  list(_call: Call<'process'>, dto: RestitutionRecordsDto): Promise<RestitutionRecords> {
    return this.restitutions.list(dto);
  }

  @Rpc(finishRestitution)
  async finish(_call: Call<'process'>, { coupleId }: FinishRestitutionDto): Promise<Done> {
    await this.restitutions.finish(coupleId);
    return DONE;
  }
}
