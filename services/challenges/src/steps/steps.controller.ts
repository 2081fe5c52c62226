import {
  AttachmentIdsDto,
  type Call,
  type ChallengeView,
  CompleteStepByIdDto,
  StepIdDto,
  challengeFilesInUse,
  completeStep,
  skipStep,
  undoStep,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { StepsService } from './steps.service.js';

@Controller()
export class StepsController {
  constructor(@Inject(StepsService) private readonly steps: StepsService) {}

  @Rpc(completeStep)
  completeStep({ actor }: Call<'user'>, dto: CompleteStepByIdDto): Promise<ChallengeView> {
    return this.steps.complete(actor.userId, dto);
  }

  @Rpc(undoStep)
  undoStep({ actor }: Call<'user'>, dto: StepIdDto): Promise<ChallengeView> {
    return this.steps.undo(actor.userId, dto);
  }

  @Rpc(skipStep)
  skipStep({ actor }: Call<'user'>, dto: StepIdDto): Promise<ChallengeView> {
    return this.steps.skip(actor.userId, dto);
  }

  @Rpc(challengeFilesInUse)
  async usedFiles(_call: Call, { ids }: AttachmentIdsDto): Promise<{ ids: string[] }> {
    return { ids: await this.steps.usedFiles(ids) };
  }
}
