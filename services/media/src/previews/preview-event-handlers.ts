import {
  type CouplePurged,
  type EventEnvelope,
  type PublishedMessage,
  couplePurged,
  messageDeleted,
  messageSent,
  previewDropped,
  previewWanted,
  userDeleted,
} from '@duet/contracts';
import { EventErasure, OnEvent, OnEvents } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { MediaConfig } from '../config.js';
import { PreviewJobs } from './preview-jobs.service.js';
import { PreviewWorker } from './preview-worker.js';

/** Queues and cancels previews by the events of messages. Events from before previews have no `linked`. */
@Injectable()
export class PreviewEventHandlers {
  constructor(
    @Inject(MediaConfig) private readonly config: MediaConfig,
    @Inject(PreviewJobs) private readonly jobs: PreviewJobs,
    @Inject(PreviewWorker) private readonly worker: PreviewWorker,
    @Inject(AttachmentsService) private readonly attachments: AttachmentsService,
    @Inject(EventErasure) private readonly eventErasure: EventErasure,
  ) {}

  @OnEvents(messageSent)
  async sent(events: readonly EventEnvelope<PublishedMessage>[]): Promise<void> {
    for (const { payload } of events) if (payload.linked) await this.wanted(payload);
  }

  @OnEvent(previewWanted)
  async wanted(event: Pick<PublishedMessage, 'messageId' | 'chatId' | 'actorId'>): Promise<void> {
    if (this.config.LINK_PREVIEWS === 'off') return;
    await this.jobs.want(event);
    this.worker.kick();
  }

  @OnEvent(previewDropped)
  async dropped({ attachmentIds }: Pick<PublishedMessage, 'attachmentIds'>): Promise<void> {
    await this.attachments.eraseByIds(attachmentIds);
  }

  @OnEvent(messageDeleted)
  async deleted({ messageId }: PublishedMessage): Promise<void> {
    await this.jobs.cancel(messageId);
  }

  @OnEvent(couplePurged)
  async purged({ coupleId }: CouplePurged): Promise<void> {
    await this.jobs.cancelOfCouple(coupleId);
  }

  /** Purges preview events of the user's couples: they show which pages the two have shared. */
  @OnEvent(userDeleted)
  async left({ userId }: { userId: string }): Promise<void> {
    await this.eventErasure.erase(await this.jobs.cancelOfPerson(userId));
  }
}
