import { type Done, defineRpc, returns } from '../bus/rpc.js';
import { ChangeTemplateByIdDto, TemplateIdDto, TemplateListQueryDto, WriteTemplateDto } from './template-inputs.js';
import type { ChallengeTemplateView, ChallengeTemplates } from './views.js';

export const listTemplates = defineRpc({
  subject: 'challenges.template.list',
  access: 'user',
  request: TemplateListQueryDto,
  returns: returns<ChallengeTemplates>(),
  errors: ['NO_PARTNER'],
});

export const writeTemplate = defineRpc({
  subject: 'challenges.template.write',
  access: 'user',
  request: WriteTemplateDto,
  returns: returns<ChallengeTemplateView>(),
  errors: ['NO_PARTNER', 'TOO_MANY_TEMPLATES'],
});

/** Only its author changes a template. Challenges that were proposed from it stay as they are. */
export const changeTemplate = defineRpc({
  subject: 'challenges.template.change',
  access: 'user',
  request: ChangeTemplateByIdDto,
  returns: returns<ChallengeTemplateView>(),
  errors: ['NO_PARTNER', 'TEMPLATE_NOT_FOUND', 'NOT_YOURS', 'VERSION_CONFLICT'],
});

/** Only its author deletes a template. */
export const deleteTemplate = defineRpc({
  subject: 'challenges.template.delete',
  access: 'user',
  request: TemplateIdDto,
  returns: returns<Done>(),
  errors: ['NO_PARTNER', 'TEMPLATE_NOT_FOUND', 'NOT_YOURS'],
});
