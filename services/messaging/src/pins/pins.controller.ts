import {
  type Call,
  MessageIdDto,
  type MessageView,
  NoInput,
  listPinned,
  pinMessage,
  unpinMessage,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { PinsService } from './pins.service.js';

@Controller()
export class PinsController {
  constructor(@Inject(PinsService) private readonly pins: PinsService) {}

  @Rpc(pinMessage)
  pin({ actor }: Call<'user'>, dto: MessageIdDto): Promise<MessageView> {
    return this.pins.pin(actor, dto);
  }

  @Rpc(unpinMessage)
  unpin({ actor }: Call<'user'>, dto: MessageIdDto): Promise<MessageView> {
    return this.pins.unpin(actor, dto);
  }

  @Rpc(listPinned)
  list({ actor }: Call<'user'>, _input: NoInput): Promise<MessageView[]> {
    return this.pins.list(actor);
  }
}
