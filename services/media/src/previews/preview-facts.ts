import { type CouplePurged, type MessageFact, couplePurged, messageDeleted, messageSent, previewDropped, previewWanted, userDeleted } from '@duet/contracts';
import { FactErasure, OnFact } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { MediaConfig } from '../config.js';
import { PreviewJobs } from './preview-jobs.service.js';
import { PreviewWorker } from './preview-worker.js';

/** Previews follow the messages. Facts of builds without previews, which the stream still holds, want none. */
@Injectable()
export class PreviewFacts {
  constructor(
    @Inject(MediaConfig) private readonly config: MediaConfig,
    @Inject(PreviewJobs) private readonly jobs: PreviewJobs,
    @Inject(PreviewWorker) private readonly worker: PreviewWorker,
    @Inject(AttachmentsService) private readonly attachments: AttachmentsService,
    @Inject(FactErasure) private readonly facts: FactErasure,
  ) {}

  @OnFact(messageSent)
  async sent(fact: MessageFact): Promise<void> {
    if (fact.linked) await this.wanted(fact);
  }

  @OnFact(previewWanted)
  async wanted(fact: Pick<MessageFact, 'messageId' | 'chatId' | 'actorId'>): Promise<void> {
    if (this.config.LINK_PREVIEWS === 'off') return;
    await this.jobs.want(fact);
    this.worker.kick();
  }

  @OnFact(previewDropped)
  async dropped({ attachmentIds }: Pick<MessageFact, 'attachmentIds'>): Promise<void> {
    await this.attachments.bury(attachmentIds);
  }

  @OnFact(messageDeleted)
  async deleted({ messageId }: MessageFact): Promise<void> {
    await this.jobs.cancel(messageId);
  }

  @OnFact(couplePurged)
  async purged({ coupleId }: CouplePurged): Promise<void> {
    await this.jobs.cancelOfCouple(coupleId);
  }

  /** What was told of pages says what the two looked at. */
  @OnFact(userDeleted)
  async left({ userId }: { userId: string }): Promise<void> {
    await this.facts.erase(await this.jobs.cancelOfPerson(userId));
  }
}
