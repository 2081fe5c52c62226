import { defineRpc, returns } from '../bus/rpc.js';
import { AttachmentIdsDto } from '../messaging/attachments.js';
import { CompleteStepByIdDto, StepIdDto } from './step-inputs.js';
import type { ChallengeView } from './views.js';

const ofStep = ['NO_PARTNER', 'CHALLENGE_NOT_FOUND', 'STEP_NOT_FOUND', 'CHALLENGE_STATE', 'NOT_YOURS'] as const;

/** Completes the caller's part of a step. Other words under the `clientId` of the first call change nothing. */
export const completeStep = defineRpc({
  subject: 'challenges.step.complete',
  access: 'user',
  request: CompleteStepByIdDto,
  returns: returns<ChallengeView>(),
  errors: [...ofStep, 'STEP_NOT_OPEN', 'ALREADY_DONE', 'FILE_TYPE_UNSUPPORTED', 'TOO_MANY_FILES'],
});

/** Takes the caller's part back, within 10 minutes and before the challenge is completed or the proofs are revealed. */
export const undoStep = defineRpc({
  subject: 'challenges.step.undo',
  access: 'user',
  request: StepIdDto,
  returns: returns<ChallengeView>(),
  errors: ofStep,
});

/** Asks to skip a step, or agrees. A request lapses after 7 days. */
export const skipStep = defineRpc({
  subject: 'challenges.step.skip',
  access: 'user',
  request: StepIdDto,
  returns: returns<ChallengeView>(),
  errors: [...ofStep, 'ALREADY_DONE'],
});

/** Of these files, the ones to which a proof still refers. */
export const challengeFilesInUse = defineRpc({
  subject: 'challenges.file.in-use',
  access: 'process',
  request: AttachmentIdsDto,
  returns: returns<{ ids: string[] }>(),
  errors: [],
});
