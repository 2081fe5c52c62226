import { type MessageFact, messageDeleted, messageSent, userDeleted } from '@duet/contracts';
import { OnFact } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { VoiceWorker } from '../voices/voice-worker.js';
import { AttachmentsService } from './attachments.service.js';

/** Files follow the messages that they came with. Facts of builds without files, which the stream still holds, name none. */
@Injectable()
export class AttachmentFacts {
  constructor(
    @Inject(AttachmentsService) private readonly attachments: AttachmentsService,
    @Inject(VoiceWorker) private readonly voices: VoiceWorker,
  ) {}

  @OnFact(messageSent)
  async sent({ attachmentIds = [] }: MessageFact): Promise<void> {
    if (attachmentIds.length === 0) return;
    await this.attachments.adopt(attachmentIds);
    this.voices.kick();
  }

  @OnFact(messageDeleted)
  async deleted({ attachmentIds = [] }: MessageFact): Promise<void> {
    if (attachmentIds.length > 0) await this.attachments.bury(attachmentIds);
  }

  @OnFact(userDeleted)
  async left({ userId }: { userId: string }): Promise<void> {
    await this.attachments.eraseOfPerson(userId);
  }
}
