import { Jobs, LOGGER, type Log, PeriodicJob } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DevicesService } from './devices/devices.service.js';
import { EmailChangeCancels } from './email-tokens/email-change-cancels.service.js';
import { EmailTokensService } from './email-tokens/email-tokens.service.js';
import { MailQueue } from './mail/mail-queue.js';
import { PasskeyChallenges } from './passkeys/passkey-challenges.service.js';
import { PushQueue } from './push/push-queue.js';
import { SecondFactorService } from './second-factor/second-factor.service.js';
import { SessionsService } from './sessions/sessions.service.js';

const INTERVAL = 10 * 60_000;

/**
 * Deletes expired rows and re-encrypts second factors after a key rotation. Only queued mails live until it runs: calls check
 * the age of everything else themselves.
 */
@Injectable()
export class AuthSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly periodic: PeriodicJob;

  constructor(
    @Inject(SessionsService) private readonly sessions: SessionsService,
    @Inject(DevicesService) private readonly devices: DevicesService,
    @Inject(EmailTokensService) private readonly emailTokens: EmailTokensService,
    @Inject(EmailChangeCancels) private readonly cancels: EmailChangeCancels,
    @Inject(MailQueue) private readonly mails: MailQueue,
    @Inject(PasskeyChallenges) private readonly challenges: PasskeyChallenges,
    @Inject(PushQueue) private readonly pushes: PushQueue,
    @Inject(SecondFactorService) private readonly secondFactors: SecondFactorService,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Jobs) jobs: Jobs,
  ) {
    this.periodic = jobs.periodic('sweep', INTERVAL, () => this.sweep());
  }

  onApplicationBootstrap(): void {
    this.periodic.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.periodic.stop();
  }

  private async sweep(): Promise<void> {
    await Promise.all(
      [this.sessions, this.devices, this.emailTokens, this.cancels, this.mails, this.pushes, this.challenges].map(
        (store) => store.sweep(),
      ),
    ).catch((cause: unknown) => this.log.warn({ err: cause }, 'expired rows sweep failed'));
    await this.secondFactors
      .reseal()
      .catch((cause: unknown) => this.log.warn({ err: cause }, 'second factor secrets reseal failed'));
  }
}
