import {
  type AccountView,
  type BioView,
  type Call,
  FindBioDto,
  NoInput,
  UpdateProfileDto,
  findBio,
  getProfile,
  updateProfile,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { ProfilesService } from './profiles.service.js';

@Controller()
export class ProfilesController {
  constructor(@Inject(ProfilesService) private readonly profiles: ProfilesService) {}

  @Rpc(getProfile)
  get(call: Call<'user'>, _dto: NoInput): Promise<AccountView> {
    return this.profiles.getProfile(call.actor);
  }

  @Rpc(findBio)
  findBio(_call: Call<'process'>, { userId }: FindBioDto): Promise<BioView> {
    return this.profiles.findBio(userId);
  }

  @Rpc(updateProfile)
  update(call: Call<'user'>, dto: UpdateProfileDto): Promise<AccountView> {
    return this.profiles.updateProfile(call.actor, dto);
  }
}
