import {
  AttachmentIdsDto,
  type Call,
  type GalleryPage,
  GalleryQueryDto,
  MessageIdDto,
  type MessageView,
  attachmentsInUse,
  gallery,
  markPlayed,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { AttachmentsService } from './attachments.service.js';

@Controller()
export class AttachmentsController {
  constructor(@Inject(AttachmentsService) private readonly attachments: AttachmentsService) {}

  @Rpc(gallery)
  gallery({ actor }: Call<'user'>, query: GalleryQueryDto): Promise<GalleryPage> {
    return this.attachments.gallery(actor, query);
  }

  @Rpc(markPlayed)
  played({ actor }: Call<'user'>, dto: MessageIdDto): Promise<MessageView> {
    return this.attachments.played(actor, dto);
  }

  @Rpc(attachmentsInUse)
  inUse(_call: Call<'process'>, dto: AttachmentIdsDto): Promise<{ ids: string[] }> {
    return this.attachments.inUse(dto);
  }
}
