import { type Call, MessageIdDto, type MessageView, removePreview, wantedPreview } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { PreviewsService } from './previews.service.js';

@Controller()
export class PreviewsController {
  constructor(@Inject(PreviewsService) private readonly previews: PreviewsService) {}

  @Rpc(removePreview)
  remove({ actor }: Call<'user'>, dto: MessageIdDto): Promise<MessageView> {
    return this.previews.remove(actor, dto);
  }

  @Rpc(wantedPreview)
  wanted(_call: Call<'process'>, dto: MessageIdDto): Promise<{ url: string | null }> {
    return this.previews.wanted(dto);
  }
}
