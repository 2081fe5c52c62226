import { type Settings, UpdateSettingsDto, getSettings, personSettled, updateSettings } from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Get, Inject, Put } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';

/** How long an answer waits until pairing has what it acts on, in milliseconds; best effort. */
const SETTLING = 2_000;

@Controller('users/settings')
export class SettingsController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  @Get()
  async get(@Context() context: CallContext): Promise<Answer<Settings>> {
    return ok(await this.rpc.call(getSettings, context, {}));
  }

  @Put()
  async update(@Context() context: CallContext, @Body() dto: UpdateSettingsDto): Promise<Answer<Settings>> {
    const { settings, told } = await this.rpc.call(updateSettings, context, dto);
    // Who changes what a new conversation starts with, and links then, means that one.
    if (told) await this.rpc.call(personSettled, context, told, SETTLING).catch(() => undefined);
    return ok(settings);
  }
}
