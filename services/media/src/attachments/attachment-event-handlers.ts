import {
  type EventEnvelope,
  type FilesChanged,
  type PublishedMessage,
  filesChanged,
  messageDeleted,
  messageSent,
  userDeleted,
} from '@duet/contracts';
import { OnEvent, OnEvents } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { AttachmentsService } from './attachments.service.js';
import { EntityFilesService } from './entity-files.service.js';

/** Updates attachments when their messages are sent or deleted, and with their entities. The stream may still contain events from before attachments, without ids. */
@Injectable()
export class AttachmentEventHandlers {
  constructor(
    @Inject(AttachmentsService) private readonly attachments: AttachmentsService,
    @Inject(EntityFilesService) private readonly files: EntityFilesService,
  ) {}

  @OnEvents(messageSent)
  async sent(events: readonly EventEnvelope<PublishedMessage>[]): Promise<void> {
    const ids = events.flatMap(({ payload: { attachmentIds = [] } }) => attachmentIds);
    if (ids.length > 0) await this.attachments.markSent(ids);
  }

  @OnEvent(messageDeleted)
  async deleted({ attachmentIds = [] }: PublishedMessage): Promise<void> {
    if (attachmentIds.length > 0) await this.attachments.eraseByIds(attachmentIds);
  }

  @OnEvent(filesChanged)
  async changed(change: FilesChanged): Promise<void> {
    await this.files.apply(change);
  }

  @OnEvent(userDeleted)
  async left({ userId }: { userId: string }): Promise<void> {
    await this.attachments.eraseOfPerson(userId);
  }
}
