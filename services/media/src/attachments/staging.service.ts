import type { StagedAttachmentDto, StagedMessage } from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import pLimit from 'p-limit';
import { DataSource } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { ErasedUser } from '../avatars/avatar.entity.js';
import { Clock } from '../clock.js';
import { CouplesService } from '../couples/couples.service.js';
import type { PreparedFile, Rendition } from '../files/rendition.js';
import { DoomedObjects } from '../storage/doomed-objects.service.js';
import { ObjectStore } from '../storage/object-store.js';
import type { Format } from '../files/file-kind.js';
import { VoiceJob } from '../voices/voice-job.entity.js';
import { Attachment, type KeptObject, type KeptObjects } from './attachment.entity.js';
import { newObjectName, roomOf } from './attachment.objects.js';
import { stagedView } from './attachment.view.js';

/** Objects on their way to S3 at once, in the whole process. */
const AT_ONCE = 8;

/** Whose upload it is, and whether somebody still waits for it. */
export interface Upload {
  userId: string;
  coupleId: string;
  signal: AbortSignal;
}

interface Stored {
  id: string;
  file: PreparedFile;
  objects: KeptObjects;
}

const VARIANTS = ['original', 'display', 'thumbnail'] as const;

/** Stores what was uploaded, all of it or nothing, before any message refers to it. */
@Injectable()
export class StagingService {
  private readonly sending = pLimit(AT_ONCE);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ObjectStore) private readonly store: ObjectStore,
    @Inject(DoomedObjects) private readonly doomed: DoomedObjects,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError NO_PARTNER, QUOTA_EXCEEDED, UNAVAILABLE */
  async stage(upload: Upload, files: readonly PreparedFile[]): Promise<StagedMessage[]> {
    const staged = await this.keep(upload, files, () => Promise.resolve());
    return messagesOf(staged);
  }

  /** A voice note as it came: what can be played of it comes later. Its words are kept with the message and not here. */
  async stageVoice(upload: Upload, file: PreparedFile, format: Format, transcript: string): Promise<StagedMessage[]> {
    const staged = await this.keep(upload, [file], async (tx, [stored]) => {
      if (!stored?.objects.original) return;
      await tx.insert(VoiceJob, { attachmentId: stored.id, raw: stored.objects.original, format, nextAttemptAt: this.clock.now() });
      await tx.update(Attachment, { id: stored.id }, { objects: {} });
    });
    return messagesOf(staged.map((one) => ({ ...one, waveform: [], duration: one.duration ?? 0, ...(transcript && { transcript }) })));
  }

  /** The objects are doomed before they are stored and spared by the rows that refer to them: no crash leaves one behind. */
  private async keep(upload: Upload, files: readonly PreparedFile[], more: (tx: Tx, stored: Stored[]) => Promise<void>): Promise<StagedAttachmentDto[]> {
    const names = new Map<Rendition, string>();
    for (const file of files) for (const rendition of renditionsOf(file)) names.set(rendition, newObjectName());
    await this.doomed.reserve([...names.values()]);
    try {
      const kept = new Map<Rendition, KeptObject>();
      await Promise.all([...names].map(([rendition, name]) => this.sending(async () => kept.set(rendition, await this.put(rendition, name, upload.signal)))));
      const stored = files.map((file) => ({ id: uuid(), file, objects: objectsOf(file, kept) }));
      await this.database.transaction(async (tx) => {
        await this.commit(tx, upload, stored, [...names.values()]);
        await more(tx, stored);
        // Nobody hears the answer any more, so nothing will refer to these.
        if (upload.signal.aborted) throw new AppError('BAD_REQUEST', { cause: upload.signal.reason });
      });
      return stored.map(({ id, file }) => stagedView(id, file));
    } catch (cause) {
      await this.doomed.doom(this.database.manager, [...names.values()]);
      this.doomed.kick();
      throw cause;
    }
  }

  private async put(rendition: Rendition, name: string, signal: AbortSignal): Promise<KeptObject> {
    if (signal.aborted) throw new AppError('BAD_REQUEST', { cause: signal.reason });
    const { bytes, sha256, mimeType } = rendition;
    await this.store.putFile(name, rendition, mimeType);
    return { name, bytes, sha256, mimeType };
  }

  private async commit(tx: Tx, { userId, coupleId }: Upload, stored: readonly Stored[], names: string[]): Promise<void> {
    const rows = stored.map(({ id, file, objects }) => {
      const bytes = roomOf(Object.values(objects));
      return { id, coupleId, ownerId: userId, kind: file.kind, filename: file.filename, objects, bytes, createdAt: this.clock.now() };
    });
    await this.couples.take(tx, coupleId, rows.reduce((sum, { bytes }) => sum + bytes, 0));
    if (await tx.existsBy(ErasedUser, { userId })) throw new AppError('NO_PARTNER');
    await this.doomed.spare(tx, names);
    await tx.insert(Attachment, rows);
  }
}

const renditionsOf = (file: PreparedFile): Rendition[] => VARIANTS.flatMap((variant) => file[variant] ?? []);

function objectsOf(file: PreparedFile, kept: Map<Rendition, KeptObject>): KeptObjects {
  const objects: KeptObjects = {};
  for (const variant of VARIANTS) {
    const rendition = file[variant];
    const object = rendition && kept.get(rendition);
    if (object) objects[variant] = object;
  }
  return objects;
}

/** Pictures and films of an upload are one message, in the place of the first of them; each other file is its own. */
function messagesOf(staged: readonly StagedAttachmentDto[]): StagedMessage[] {
  const messages: StagedMessage[] = [];
  let shown: StagedMessage | null = null;
  for (const attachment of staged) {
    const { kind } = attachment;
    if ((kind === 'image' || kind === 'video') && shown) {
      shown.attachments.push(attachment);
      continue;
    }
    const message = { messageType: kind, attachments: [attachment] };
    if (kind === 'image' || kind === 'video') shown = message;
    messages.push(message);
  }
  return messages;
}
