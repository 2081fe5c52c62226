import {
  AddPasskeyDto,
  type Call,
  DONE,
  type Done,
  NoInput,
  type PasskeyCreationOptions,
  PasskeyProofDto,
  type PasskeyRequestOptions,
  type PasskeyView,
  ProvePasswordDto,
  RemovePasskeyDto,
  RenamePasskeyDto,
  type SignedIn,
  addPasskey,
  askPasskeyConfirm,
  askPasskeySignIn,
  beginPasskey,
  confirmPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { PasskeyProofs } from './passkey-proofs.service.js';
import { PasskeysService } from './passkeys.service.js';

@Controller()
export class PasskeysController {
  constructor(
    @Inject(PasskeysService) private readonly passkeys: PasskeysService,
    @Inject(PasskeyProofs) private readonly proofs: PasskeyProofs,
  ) {}

  @Rpc(listPasskeys)
  list(call: Call<'user'>, _dto: NoInput): Promise<PasskeyView[]> {
    return this.passkeys.listPasskeys(call.actor);
  }

  @Rpc(beginPasskey)
  begin(call: Call<'user'>, dto: ProvePasswordDto): Promise<PasskeyCreationOptions> {
    return this.passkeys.beginPasskey(call.actor, dto.password);
  }

  @Rpc(addPasskey)
  add(call: Call<'user'>, dto: AddPasskeyDto): Promise<PasskeyView> {
    return this.passkeys.addPasskey(call.actor, dto, call.client);
  }

  @Rpc(renamePasskey)
  rename(call: Call<'user'>, dto: RenamePasskeyDto): Promise<PasskeyView> {
    return this.passkeys.renamePasskey(call.actor, dto.id, dto.name);
  }

  @Rpc(removePasskey)
  async remove(call: Call<'user'>, dto: RemovePasskeyDto): Promise<Done> {
    await this.passkeys.removePasskey(call.actor, dto.id, dto.password);
    return DONE;
  }

  @Rpc(askPasskeySignIn)
  askSignIn(_call: Call<'process'>, _dto: NoInput): Promise<PasskeyRequestOptions> {
    return this.proofs.askSignIn();
  }

  @Rpc(signInWithPasskey)
  signIn(call: Call<'process'>, dto: PasskeyProofDto): Promise<SignedIn> {
    return this.proofs.signIn(dto, call.client);
  }

  @Rpc(askPasskeyConfirm)
  askConfirm(call: Call<'user'>, _dto: NoInput): Promise<PasskeyRequestOptions> {
    return this.proofs.askConfirm(call.actor);
  }

  @Rpc(confirmPasskey)
  async confirm(call: Call<'user'>, dto: PasskeyProofDto): Promise<Done> {
    await this.proofs.confirm(call.actor, dto);
    return DONE;
  }
}
