import {
  type Call,
  KeepAnswersDto,
  KeepMessageDto,
  KeepMessageWithFilesDto,
  type KeepPlan,
  type Kept,
  keepAnswers,
  keepMessage,
  planKeeping,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { KeepingService } from './keeping.service.js';

@Controller()
export class KeepingController {
  constructor(@Inject(KeepingService) private readonly keeping: KeepingService) {}

  @Rpc(planKeeping)
  planKeeping({ actor }: Call<'user'>, dto: KeepMessageDto): Promise<KeepPlan> {
    return this.keeping.planMessage(actor.userId, dto);
  }

  @Rpc(keepMessage)
  keepMessage({ actor }: Call<'user'>, dto: KeepMessageWithFilesDto): Promise<Kept> {
    return this.keeping.keepMessage(actor.userId, dto);
  }

  @Rpc(keepAnswers)
  keepAnswers({ actor }: Call<'user'>, dto: KeepAnswersDto): Promise<Kept> {
    return this.keeping.keepAnswers(actor.userId, dto);
  }
}
