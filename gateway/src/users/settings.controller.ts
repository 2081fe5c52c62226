import { type Settings, UpdateSettingsDto, getSettings, updateSettings } from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Get, Inject, Put } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';

@Controller('users/settings')
export class SettingsController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  @Get()
  async get(@Context() context: CallContext): Promise<Answer<Settings>> {
    return ok(await this.rpc.call(getSettings, context, {}));
  }

  @Put()
  async update(@Context() context: CallContext, @Body() dto: UpdateSettingsDto): Promise<Answer<Settings>> {
    return ok(await this.rpc.call(updateSettings, context, dto));
  }
}
