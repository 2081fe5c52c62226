import { type Settings, UpdateSettingsDto, getSettings, personSettled, updateSettings } from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Get, Inject, Put } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';

/** Milliseconds that an answer waits until pairing has applied the settings. Best effort. */
const SETTLE_TIMEOUT = 2_000;

@Controller('users/settings')
export class SettingsController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** Return the caller's settings. */
  @Get()
  async get(@Context() context: CallContext): Promise<Answer<Settings>> {
    return ok(await this.rpc.call(getSettings, context, {}));
  }

  /** Change some of the caller's settings. */
  @Put()
  async update(@Context() context: CallContext, @Body() dto: UpdateSettingsDto): Promise<Answer<Settings>> {
    const { settings, published } = await this.rpc.call(updateSettings, context, dto);
    // A user who changes the defaults for new conversations and links next expects them to apply.
    if (published) await this.rpc.call(personSettled, context, published, SETTLE_TIMEOUT).catch(() => undefined);
    return ok(settings);
  }
}
