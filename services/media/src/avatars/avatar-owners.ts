import { userDeleted } from '@duet/contracts';
import { EventErasure, Jobs, OnEvent, PeriodicJob } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ErasureList } from '../erasures/erasure-list.js';
import { AvatarsService } from './avatars.service.js';

const FORGET_EVERY = 10 * 60_000;

/** Erases avatars of deleted users. */
@Injectable()
export class AvatarOwners implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly periodic: PeriodicJob;

  constructor(
    @Inject(AvatarsService) private readonly avatars: AvatarsService,
    @Inject(ErasureList) private readonly erasures: ErasureList,
    @Inject(EventErasure) private readonly eventErasure: EventErasure,
    @Inject(Jobs) jobs: Jobs,
  ) {
    this.periodic = jobs.periodic('forget-erased-users', FORGET_EVERY, () => this.avatars.forgetErased());
  }

  @OnEvent(userDeleted)
  async deleted({ userId }: { userId: string }): Promise<void> {
    await this.avatars.erase(userId);
    await this.erasures.list();
    await this.eventErasure.erase([userId]);
  }

  onApplicationBootstrap(): void {
    this.periodic.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.periodic.stop();
  }
}
