import {
  type Call,
  type ConversationHead,
  ConversationHeadsDto,
  CoupleSettledDto,
  DONE,
  type Done,
  conversationHeads,
  coupleSettled,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { ConversationsService } from './conversations.service.js';

@Controller()
export class ConversationsController {
  constructor(@Inject(ConversationsService) private readonly conversations: ConversationsService) {}

  @Rpc(conversationHeads)
  heads(_call: Call<'process'>, { userIds }: ConversationHeadsDto): Promise<ConversationHead[]> {
    return this.conversations.heads(userIds);
  }

  @Rpc(coupleSettled)
  async settled(_call: Call<'process'>, { coupleId, version }: CoupleSettledDto): Promise<Done> {
    await this.conversations.settled(coupleId, version);
    return DONE;
  }
}
