import {
  type Call,
  DONE,
  type Done,
  NoInput,
  type PushState,
  RenewPushDto,
  SubscribePushDto,
  getPush,
  renewPush,
  subscribePush,
  testPush,
  unsubscribePush,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { PushSubscriptionsService } from './push-subscriptions.service.js';

@Controller()
export class PushController {
  constructor(@Inject(PushSubscriptionsService) private readonly push: PushSubscriptionsService) {}

  @Rpc(getPush)
  get(call: Call<'user'>, _dto: NoInput): Promise<PushState> {
    return this.push.getState(call.actor);
  }

  @Rpc(subscribePush)
  subscribe(call: Call<'user'>, dto: SubscribePushDto): Promise<PushState> {
    return this.push.subscribeDevice(call.actor, dto);
  }

  @Rpc(unsubscribePush)
  unsubscribe(call: Call<'user'>, _dto: NoInput): Promise<PushState> {
    return this.push.unsubscribeDevice(call.actor);
  }

  @Rpc(testPush)
  async test(call: Call<'user'>, _dto: NoInput): Promise<Done> {
    await this.push.sendTestPush(call.actor);
    return DONE;
  }

  @Rpc(renewPush)
  async renew(_call: Call<'process'>, dto: RenewPushDto): Promise<Done> {
    await this.push.renewSubscription(dto);
    return DONE;
  }
}
