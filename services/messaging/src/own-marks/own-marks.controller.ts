import {
  type Call,
  MarkUnreadDto,
  type MarkedMessage,
  MessageIdDto,
  type MessageView,
  type StarredPage,
  StarredQueryDto,
  type UnreadMarked,
  hideMessage,
  listStarred,
  markUnread,
  starMessage,
  unstarMessage,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { OwnMarksService } from './own-marks.service.js';

@Controller()
export class OwnMarksController {
  constructor(@Inject(OwnMarksService) private readonly marks: OwnMarksService) {}

  @Rpc(starMessage)
  star({ actor }: Call<'user'>, dto: MessageIdDto): Promise<MarkedMessage> {
    return this.marks.star(actor, dto, true);
  }

  @Rpc(unstarMessage)
  unstar({ actor }: Call<'user'>, dto: MessageIdDto): Promise<MarkedMessage> {
    return this.marks.star(actor, dto, false);
  }

  @Rpc(listStarred)
  starred({ actor }: Call<'user'>, query: StarredQueryDto): Promise<StarredPage> {
    return this.marks.starred(actor, query);
  }

  @Rpc(hideMessage)
  hide({ actor }: Call<'user'>, dto: MessageIdDto): Promise<MessageView> {
    return this.marks.hide(actor, dto);
  }

  @Rpc(markUnread)
  markUnread({ actor }: Call<'user'>, dto: MarkUnreadDto): Promise<UnreadMarked> {
    return this.marks.markUnread(actor, dto);
  }
}
