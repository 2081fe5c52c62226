import { type Call, type DraftView, NoInput, SaveDraftDto, getDraft, saveDraft } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { DraftsService } from './drafts.service.js';

@Controller()
export class DraftsController {
  constructor(@Inject(DraftsService) private readonly drafts: DraftsService) {}

  @Rpc(getDraft)
  get({ actor }: Call<'user'>, _input: NoInput): Promise<DraftView> {
    return this.drafts.get(actor);
  }

  @Rpc(saveDraft)
  save({ actor }: Call<'user'>, dto: SaveDraftDto): Promise<DraftView> {
    return this.drafts.save(actor, dto);
  }
}
