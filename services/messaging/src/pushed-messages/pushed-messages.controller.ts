import {
  type Call,
  NoInput,
  PushAboutDto,
  type PushedMessageView,
  readPushedMessage,
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

  @Rpc(shouldPush)
  shouldPush(_call: Call<'public'>, dto: PushAboutDto): Promise<{ wanted: boolean }> {
    return this.messages.shouldPush(dto);
  }
}
