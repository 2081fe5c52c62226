import {
  type Call,
  ChangePasswordDto,
  DONE,
  DeleteAccountDto,
  type Done,
  LoginDto,
  RegisterDto,
  type SignedIn,
  changePassword,
  deleteAccount,
  login,
  registerAccount,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { AccountsService } from './accounts.service.js';

@Controller()
export class AccountsController {
  constructor(@Inject(AccountsService) private readonly accounts: AccountsService) {}

  @Rpc(registerAccount)
  register(call: Call<'process'>, dto: RegisterDto): Promise<SignedIn> {
    return this.accounts.register(dto, call.client);
  }

  @Rpc(login)
  login(call: Call<'process'>, dto: LoginDto): Promise<SignedIn> {
    return this.accounts.login(dto, call.client);
  }

  @Rpc(changePassword)
  async changePassword(call: Call<'user'>, dto: ChangePasswordDto): Promise<Done> {
    await this.accounts.changePassword(call.actor, dto);
    return DONE;
  }

  @Rpc(deleteAccount)
  async deleteAccount(call: Call<'user'>, dto: DeleteAccountDto): Promise<Done> {
    await this.accounts.deleteAccount(call.actor, dto.password);
    return DONE;
  }
}
