import {
  type Call,
  DONE,
  type Done,
  NoInput,
  PushAboutDto,
  PushReplyDto,
  type PushedMessageView,
  lovePushedMessage,
  readPushedMessage,
  replyToPushedMessage,
  shouldPush,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { PushedMessagesService } from './pushed-messages.service.js';

@Controller()
export class PushedMessagesController {
  constructor(@Inject(PushedMessagesService) private readonly messages: PushedMessagesService) {}

  @Rpc(readPushedMessage)
  read({ actor }: Call<'user'>, _dto: NoInput): Promise<PushedMessageView> {
    return this.messages.read(actor);
  }

  @Rpc(replyToPushedMessage)
  async reply({ actor }: Call<'user'>, dto: PushReplyDto): Promise<Done> {
    await this.messages.reply(actor, dto);
    return DONE;
  }

  @Rpc(lovePushedMessage)
  async love({ actor }: Call<'user'>, _dto: NoInput): Promise<Done> {
    await this.messages.love(actor);
    return DONE;
  }

  @Rpc(shouldPush)
  shouldPush(_call: Call<'process'>, dto: PushAboutDto): Promise<{ wanted: boolean }> {
    return this.messages.shouldPush(dto);
  }
}
