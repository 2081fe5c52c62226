import { userDeleted } from '@duet/contracts';
import { FactErasure, LOGGER, type Log, OnFact } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AvatarsService } from './avatars.service.js';

const FORGET_EVERY = 10 * 60_000;

/** What becomes of an avatar when its person goes. */
@Injectable()
export class AvatarOwners implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(AvatarsService) private readonly avatars: AvatarsService,
    @Inject(FactErasure) private readonly facts: FactErasure,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  @OnFact(userDeleted)
  async deleted({ userId }: { userId: string }): Promise<void> {
    await this.avatars.erase(userId);
    await this.facts.erase([userId]);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.forget(), FORGET_EVERY);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private async forget(): Promise<void> {
    await this.avatars.forgetErased().catch((cause: unknown) => this.log.warn({ err: cause }, 'erased people are still remembered'));
  }
}
