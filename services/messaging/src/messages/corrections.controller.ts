import { type Call, EditMessageDto, MessageIdDto, type MessageView, deleteMessage, editMessage } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { CorrectionsService } from './corrections.service.js';

@Controller()
export class CorrectionsController {
  constructor(@Inject(CorrectionsService) private readonly corrections: CorrectionsService) {}

  @Rpc(editMessage)
  edit({ actor }: Call<'user'>, dto: EditMessageDto): Promise<MessageView> {
    return this.corrections.edit(actor, dto);
  }

  @Rpc(deleteMessage)
  delete({ actor }: Call<'user'>, dto: MessageIdDto): Promise<MessageView> {
    return this.corrections.delete(actor, dto);
  }
}
