import type { AttachmentKind, FileOwner, StagedAttachmentDto, StagedFileDto, StagedMessage } from '@duet/contracts';
import { AppError, Clock, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import pLimit from 'p-limit';
import { DataSource } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { ErasedUser } from '../erasures/erased-user.entity.js';
import { CouplesService } from '../couples/couples.service.js';
import type { PreparedFile, Rendition } from '../files/rendition.js';
import { DataKeys, type OpenKey } from '../sealing/data-keys.service.js';
import { SealedObjects } from '../sealing/sealed-objects.js';
import { ObjectDeletionQueue } from '../storage/object-deletion-queue.js';
import type { Format } from '../files/file-kind.js';
import { VoiceQueue } from '../voices/voice-queue.js';
import { Attachment, type ObjectInfo, type ObjectsByVariant } from '../attachments/attachment.entity.js';
import { newObjectName, bytesOf } from '../attachments/attachment.objects.js';
import { addFileOwner } from '../attachments/entity-file.queries.js';
import { detailsOf, sealDetails } from '../attachments/file-details.js';
import { fingerprintOf } from '../sealing/sealed-text.js';
import type { PreparedEntityFile } from './prepare-entity-file.js';
import { stagedView } from './staged.view.js';

/** Concurrent uploads to S3 of one process. */
const AT_ONCE = 8;

/** Milliseconds for storing the files of an upload, besides their bytes: a call ends within ten seconds, whatever S3 does. */
const STORED_WITHIN = 6_000;

/** Bytes that S3 has to store per millisecond. */
const SLOWEST = 1_000;

/** The owner of an upload; `signal` is aborted when the client disconnects. */
export interface Upload {
  userId: string;
  coupleId: string;
  signal: AbortSignal;
}

interface Stored {
  id: string;
  file: PreparedFile;
  objects: ObjectsByVariant;
  key: OpenKey;
}

/** A stored file of an entity; a copied one may be a document. */
export type StagedFile<Kind extends AttachmentKind> = Omit<StagedFileDto, 'kind'> & { kind: Kind };

/** The owner and name columns of a file. */
type Ownership = Pick<Attachment, 'ownerType' | 'entityId' | 'details' | 'filename'>;

const ofMessage = ({ file: { filename } }: Stored): Ownership => ({
  ownerType: null,
  entityId: null,
  details: null,
  filename,
});

const ofEntity =
  ({ type, id: entityId }: FileOwner) =>
  ({ id, file, key }: Stored): Ownership => ({
    ownerType: type,
    entityId,
    details: sealDetails(detailsOf(file), key, id),
    filename: '',
  });

const VARIANTS = ['original', 'display', 'thumbnail'] as const;

/** Stores the files of an upload, all or none, before a message refers to them. */
@Injectable()
export class StagingService {
  private readonly sending = pLimit(AT_ONCE);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(SealedObjects) private readonly objects: SealedObjects,
    @Inject(DataKeys) private readonly keys: DataKeys,
    @Inject(ObjectDeletionQueue) private readonly deletions: ObjectDeletionQueue,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(VoiceQueue) private readonly voices: VoiceQueue,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError NO_PARTNER, QUOTA_EXCEEDED, UNAVAILABLE; BAD_REQUEST when the client has disconnected */
  async stage(upload: Upload, files: readonly PreparedFile[]): Promise<StagedMessage[]> {
    const stored = await this.store(upload, files, ofMessage, () => Promise.resolve());
    return messagesOf(stored.map(viewOf));
  }

  /** Stages a recording; a voice job converts it later. The transcript belongs to the message. */
  async stageVoice(upload: Upload, file: PreparedFile, format: Format, transcript: string): Promise<StagedMessage[]> {
    const stored = await this.store(upload, [file], ofMessage, (tx, [one]) => this.queueVoice(tx, upload, one, format));
    return messagesOf(
      stored
        .map(viewOf)
        .map((one) => ({ ...one, waveform: [], duration: one.duration ?? 0, ...(transcript && { transcript }) })),
    );
  }

  /** Stores the files of an entity; voice jobs convert recordings later. @throws as `stage` */
  async stageFor<Kind extends AttachmentKind>(
    upload: Upload,
    owner: FileOwner,
    files: readonly PreparedEntityFile<Kind>[],
  ): Promise<StagedFile<Kind>[]> {
    const prepared = files.map(({ file }) => file);
    const stored = await this.store(upload, prepared, ofEntity(owner), async (tx, all) => {
      await addFileOwner(tx, [owner.type, owner.id, owner.coupleId]);
      for (const [index, one] of all.entries()) await this.queueVoice(tx, upload, one, files[index]?.voice);
    });
    const storedOf = new Map(stored.map((one) => [one.file, one]));
    return files.flatMap(({ kind, file, taken }) => {
      const one = storedOf.get(file);
      return one ? [{ id: one.id, kind, fingerprint: fingerprintOf(file.sha256, one.key), ...taken }] : [];
    });
  }

  /** A recording has no objects of its own until it is converted. */
  private async queueVoice(tx: Tx, upload: Upload, stored: Stored | undefined, format?: Format): Promise<void> {
    if (!stored?.objects.original || format === undefined) return;
    await this.voices.add(tx, stored.id, upload.coupleId, { raw: stored.objects.original, sealed: true, format });
    await tx.update(Attachment, { id: stored.id }, { objects: {}, sealed: false });
  }

  /** Queues the objects' deletion before it stores them; the transaction that refers to them cancels it. No crash leaves an orphan. */
  private async store(
    upload: Upload,
    files: readonly PreparedFile[],
    ownership: (stored: Stored) => Ownership,
    more: (tx: Tx, stored: Stored[]) => Promise<void>,
  ): Promise<Stored[]> {
    const names = new Map<Rendition, string>();
    for (const file of files) for (const rendition of renditionsOf(file)) names.set(rendition, newObjectName());
    const key = await this.keys.of('couple', upload.coupleId);
    if (!key) throw new AppError('NO_PARTNER');
    await this.deletions.reserve([...names.values()]);
    const objects = await this.putAll(names, key, upload.signal);
    try {
      const stored = files.map((file) => ({ id: uuid(), file, objects: objectsOf(file, objects), key }));
      await this.database.transaction(async (tx) => {
        await this.commit(tx, upload, stored, ownership, [...names.values()]);
        await more(tx, stored);
        // The client has disconnected, so no message will refer to these files.
        if (upload.signal.aborted) throw new AppError('BAD_REQUEST', { cause: upload.signal.reason });
      });
      return stored;
    } catch (cause) {
      this.deletions.abandon([...names.values()]);
      throw cause;
    }
  }

  /** Stores all objects, a few at a time; none begins once one has failed. */
  private async putAll(
    names: ReadonlyMap<Rendition, string>,
    key: OpenKey,
    disconnected: AbortSignal,
  ): Promise<Map<Rendition, ObjectInfo>> {
    const objects = new Map<Rendition, ObjectInfo>();
    const size = [...names.keys()].reduce((sum, { bytes }) => sum + bytes, 0);
    const late = AbortSignal.timeout(STORED_WITHIN + Math.ceil(size / SLOWEST));
    const failed = new AbortController();
    const putting = [...names].map(([rendition, name]) =>
      this.sending(async () => {
        if (disconnected.aborted) throw new AppError('BAD_REQUEST', { cause: disconnected.reason });
        failed.signal.throwIfAborted();
        const { bytes, sha256, mimeType } = rendition;
        await this.objects.putFile(name, rendition, key);
        objects.set(rendition, { name, bytes, sha256, mimeType });
      }),
    );
    try {
      await Promise.race([Promise.all(putting), unavailableOnce(late)]);
      return objects;
    } catch (cause) {
      failed.abort();
      // S3 may still store an object, so delete only after every PUT has settled.
      void Promise.allSettled(putting).then(() => this.deletions.abandon([...names.values()]));
      throw cause;
    }
  }

  private async commit(
    tx: Tx,
    { userId, coupleId }: Upload,
    stored: readonly Stored[],
    ownership: (stored: Stored) => Ownership,
    names: string[],
  ): Promise<void> {
    const rows = stored.map((one) => {
      const { id, file, objects } = one;
      const bytes = bytesOf(Object.values(objects));
      return {
        id,
        coupleId,
        ownerId: userId,
        kind: file.kind,
        ...ownership(one),
        objects,
        sealed: true,
        bytes,
        createdAt: this.clock.now(),
      };
    });
    await this.couples.reserveBytes(
      tx,
      coupleId,
      rows.reduce((sum, { bytes }) => sum + bytes, 0),
    );
    if (await tx.existsBy(ErasedUser, { userId })) throw new AppError('NO_PARTNER');
    await this.deletions.cancel(tx, names);
    await tx.insert(Attachment, rows);
  }
}

/** Rejects once a signal is aborted. */
const unavailableOnce = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(new AppError('UNAVAILABLE', { cause: signal.reason })), {
      once: true,
    }),
  );

const viewOf = ({ id, file }: Stored): StagedAttachmentDto => stagedView(id, file);

const renditionsOf = (file: PreparedFile): Rendition[] => VARIANTS.flatMap((variant) => file[variant] ?? []);

function objectsOf(file: PreparedFile, stored: Map<Rendition, ObjectInfo>): ObjectsByVariant {
  const objects: ObjectsByVariant = {};
  for (const variant of VARIANTS) {
    const rendition = file[variant];
    const object = rendition && stored.get(rendition);
    if (object) objects[variant] = object;
  }
  return objects;
}

/** Groups pictures and videos into one message at the place of the first; every other file is a message of its own. */
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
