import {
  AddPasskeyDto,
  type Done,
  type PasskeyCreationOptions,
  PasskeyNameDto,
  PasskeyProofDto,
  type PasskeyRequestOptions,
  type PasskeyView,
  ProvePasswordDto,
  addPasskey,
  askPasskeyConfirm,
  beginPasskey,
  confirmPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post } from '@nestjs/common';
import { CONFIRM_PASSKEY, PROVE_CODE, PROVE_PASSWORD } from '../auth/auth.limits.js';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';

@Controller('users/passkeys')
export class PasskeysController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** List the caller's passkeys. */
  @Get()
  async list(@Context() context: CallContext): Promise<Answer<PasskeyView[]>> {
    return ok(await this.rpc.call(listPasskeys, context, {}));
  }

  /** Begin the registration of a passkey. */
  @Post('options')
  @HttpCode(200)
  @RateLimit(PROVE_PASSWORD)
  async begin(@Context() context: CallContext, @Body() dto: ProvePasswordDto): Promise<Answer<PasskeyCreationOptions>> {
    return ok(await this.rpc.call(beginPasskey, context, dto));
  }

  /** Register a passkey. */
  @Post()
  @RateLimit(PROVE_CODE)
  async add(@Context() context: CallContext, @Body() dto: AddPasskeyDto): Promise<Answer<PasskeyView>> {
    return ok(await this.rpc.call(addPasskey, context, dto));
  }

  /** Rename a passkey. */
  @Patch(':id')
  async rename(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Body() { name }: PasskeyNameDto,
  ): Promise<Answer<PasskeyView>> {
    return ok(await this.rpc.call(renamePasskey, context, { id, name }));
  }

  /** Delete a passkey. */
  @Delete(':id')
  @RateLimit(PROVE_PASSWORD)
  async remove(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Body() { password }: ProvePasswordDto,
  ): Promise<Answer<Done>> {
    return ok(await this.rpc.call(removePasskey, context, { id, password }));
  }

  /** Begin a confirmation with a passkey. */
  @Post('confirm/options')
  @HttpCode(200)
  @RateLimit(CONFIRM_PASSKEY)
  async askConfirm(@Context() context: CallContext): Promise<Answer<PasskeyRequestOptions>> {
    return ok(await this.rpc.call(askPasskeyConfirm, context, {}));
  }

  /** Confirm with a passkey that the signed-in person is present. */
  @Post('confirm')
  @HttpCode(200)
  @RateLimit(CONFIRM_PASSKEY)
  async confirm(@Context() context: CallContext, @Body() dto: PasskeyProofDto): Promise<Answer<Done>> {
    return ok(await this.rpc.call(confirmPasskey, context, dto));
  }
}
