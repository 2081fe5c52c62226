import {
  BlockPersonDto,
  type Call,
  DONE,
  type Done,
  NoInput,
  type PersonView,
  listBlocked,
  unblockPerson,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { BlocksService } from './blocks.service.js';

@Controller()
export class BlocksController {
  constructor(@Inject(BlocksService) private readonly blocks: BlocksService) {}

  @Rpc(unblockPerson)
  async unblock(call: Call<'user'>, dto: BlockPersonDto): Promise<Done> {
    await this.blocks.removeBlock(call.actor.userId, dto.userId);
    return DONE;
  }

  @Rpc(listBlocked)
  list(call: Call<'user'>, _dto: NoInput): Promise<PersonView[]> {
    return this.blocks.listBlocked(call.actor.userId);
  }
}
