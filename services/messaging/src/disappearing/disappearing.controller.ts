import { type Call, type ConversationSettingsView, DisappearingDto, setDisappearing } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { DisappearingService } from './disappearing.service.js';

@Controller()
export class DisappearingController {
  constructor(@Inject(DisappearingService) private readonly disappearing: DisappearingService) {}

  @Rpc(setDisappearing)
  set({ actor }: Call<'user'>, dto: DisappearingDto): Promise<ConversationSettingsView> {
    return this.disappearing.set(actor, dto);
  }
}
