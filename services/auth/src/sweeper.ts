import { LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { EmailTokensService } from './email-tokens/email-tokens.service.js';
import { MailQueue } from './mail/mail-queue.js';
import { PasskeyChallenges } from './passkeys/passkey-challenges.service.js';
import { PushQueue } from './push/push-queue.js';
import { SessionsService } from './sessions/sessions.service.js';

const EVERY = 10 * 60_000;

/** Forgets what has run out, now and then; nothing depends on when. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(SessionsService) private readonly sessions: SessionsService,
    @Inject(EmailTokensService) private readonly emailTokens: EmailTokensService,
    @Inject(MailQueue) private readonly mails: MailQueue,
    @Inject(PasskeyChallenges) private readonly challenges: PasskeyChallenges,
    @Inject(PushQueue) private readonly pushes: PushQueue,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.sweep(), EVERY);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private async sweep(): Promise<void> {
    await Promise.all([this.sessions, this.emailTokens, this.mails, this.pushes, this.challenges].map((held) => held.sweep())).catch((cause: unknown) =>
      this.log.warn({ err: cause }, 'what has run out could not be deleted'),
    );
  }
}
