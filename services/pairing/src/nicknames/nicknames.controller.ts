import { type Call, type NicknameView, SetNicknameDto, setNickname } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { NicknamesService } from './nicknames.service.js';

@Controller()
export class NicknamesController {
  constructor(@Inject(NicknamesService) private readonly nicknames: NicknamesService) {}

  @Rpc(setNickname)
  set({ actor }: Call<'user'>, { nickname }: SetNicknameDto): Promise<NicknameView> {
    return this.nicknames.setNickname(actor.userId, nickname);
  }
}
