import {
  type Call,
  type ChallengeTemplateView,
  type ChallengeTemplates,
  ChangeTemplateByIdDto,
  DONE,
  type Done,
  TemplateIdDto,
  TemplateListQueryDto,
  WriteTemplateDto,
  changeTemplate,
  deleteTemplate,
  listTemplates,
  writeTemplate,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { TemplatesService } from './templates.service.js';

@Controller()
export class TemplatesController {
  constructor(@Inject(TemplatesService) private readonly templates: TemplatesService) {}

  @Rpc(listTemplates)
  listTemplates({ actor }: Call<'user'>, dto: TemplateListQueryDto): Promise<ChallengeTemplates> {
    return this.templates.list(actor.userId, dto);
  }

  @Rpc(writeTemplate)
  writeTemplate({ actor }: Call<'user'>, dto: WriteTemplateDto): Promise<ChallengeTemplateView> {
    return this.templates.write(actor.userId, dto);
  }

  @Rpc(changeTemplate)
  changeTemplate({ actor }: Call<'user'>, dto: ChangeTemplateByIdDto): Promise<ChallengeTemplateView> {
    return this.templates.change(actor.userId, dto);
  }

  @Rpc(deleteTemplate)
  async deleteTemplate({ actor }: Call<'user'>, { id }: TemplateIdDto): Promise<Done> {
    await this.templates.delete(actor.userId, id);
    return DONE;
  }
}
