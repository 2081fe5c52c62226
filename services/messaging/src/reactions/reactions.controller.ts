import { type Call, type MessageView, ToggleReactionDto, toggleReaction } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { ReactionsService } from './reactions.service.js';

@Controller()
export class ReactionsController {
  constructor(@Inject(ReactionsService) private readonly reactions: ReactionsService) {}

  @Rpc(toggleReaction)
  toggle({ actor }: Call<'user'>, dto: ToggleReactionDto): Promise<MessageView> {
    return this.reactions.toggle(actor, dto);
  }
}
