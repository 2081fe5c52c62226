import {
  type Actor,
  type AllowedFilesDto,
  type AttachmentVariant,
  type DescribedFile,
  type FileOwner,
  type FileSourceDto,
  type FilesChanged,
  type MediaLinkQuery,
  type EntityFileView,
  type SetAccessEpochDto,
  attachmentPath,
} from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { DataKeys } from '../sealing/data-keys.service.js';
import { type OpenAttachment, AttachmentsService } from './attachments.service.js';
import { type EntityFileRow, raiseAccessEpoch, readEntityFiles } from './entity-file.queries.js';
import { DetailsReader, type FileDetails } from './file-details.js';
import { MediaLinks } from './media-links.js';

/** A file of an entity with the person whose file it is. */
export interface SourceFile extends OpenAttachment {
  ownerId: string;
}

interface FoundFile {
  row: EntityFileRow;
  filename: string;
}

/** The files of capsules and other entities, whose services decide who may load them. */
@Injectable()
export class EntityFilesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(DataKeys) private readonly keys: DataKeys,
    @Inject(MediaLinks) private readonly links: MediaLinks,
    @Inject(AttachmentsService) private readonly attachments: AttachmentsService,
  ) {}

  /** Describes files that their entity's service has just allowed the actor to load; what does not exist is left out. */
  async describe(actor: Actor, owners: readonly AllowedFilesDto[]): Promise<DescribedFile[]> {
    const ids = owners.flatMap((owner) => owner.ids);
    const rows = new Map((await readEntityFiles(this.database, [ids, actor.userId])).map((row) => [row.id, row]));
    const reader = new DetailsReader(this.keys);
    const described: (DescribedFile | null)[] = [];
    const unsent: string[] = [];
    for (const owner of owners)
      for (const id of owner.ids) {
        const row = rows.get(id);
        if (!row || row.ownerType !== owner.type || row.entityId !== owner.id) continue;
        if (!row.sent) unsent.push(id);
        described.push(await this.describeOne(actor, row, owner, reader));
      }
    // The entity's service refers to them, and its event may be late.
    if (unsent.length > 0) await this.attachments.markSent(unsent);
    return described.filter((one) => one !== null);
  }

  /** Finds a variant for a download by a signed link. @throws AppError NOT_FOUND also when the link's epoch is over */
  async open(id: string, variant: AttachmentVariant, query: MediaLinkQuery): Promise<OpenAttachment> {
    const [row] = query.u === undefined ? [] : await readEntityFiles(this.database, [[id], query.u]);
    const object = row?.objects[variant];
    if (!row || !object) throw new AppError('NOT_FOUND');
    if (this.links.verifyFile(row, query) < row.accessEpoch) throw new AppError('NOT_FOUND');
    const details = await new DetailsReader(this.keys).open(row);
    if (!details) throw new AppError('NOT_FOUND');
    return { id, kind: row.kind, filename: details.filename, object, sealed: true };
  }

  /**
   * The originals of files of an entity, whose service has just allowed the user to copy them. A recording that could not be
   * converted has none and is left out.
   * @throws AppError NOT_FOUND; UNAVAILABLE while one of them is being converted
   */
  async originals(userId: string, source: FileSourceDto, ids: readonly string[]): Promise<SourceFile[]> {
    const found = await this.find(userId, source, ids);
    if (found.length < ids.length) throw new AppError('NOT_FOUND');
    if (found.some(({ row }) => !row.objects.original && row.bytes > 0)) throw new AppError('UNAVAILABLE');
    return found.flatMap(sourceOf);
  }

  /** As above, but leaves out files that are deleted or being converted. */
  async presentOriginals(userId: string, source: FileSourceDto, ids: readonly string[]): Promise<SourceFile[]> {
    return (await this.find(userId, source, ids)).flatMap(sourceOf);
  }

  /** Ends the links of earlier epochs. @throws AppError NO_PARTNER when the couple is not the actor's */
  async setAccessEpoch({ userId }: Actor, { type, id, coupleId, epoch }: SetAccessEpochDto): Promise<void> {
    if (!(await this.attachments.isMember(userId, coupleId))) throw new AppError('NO_PARTNER');
    await this.raise({ type, id, coupleId }, epoch);
  }

  /** Applies what an entity's service has published. */
  async apply({ owner, accessEpoch, added, removed }: FilesChanged): Promise<void> {
    await this.raise(owner, accessEpoch);
    if (added.length > 0) await this.attachments.markSent(added);
    if (removed.length > 0) await this.attachments.eraseOfEntity(owner, removed);
  }

  /** The stored files of an entity among `ids`, in their order, of a couple that the user still belongs to. */
  private async find(userId: string, { type, id }: FileSourceDto, ids: readonly string[]): Promise<FoundFile[]> {
    const rows = new Map((await readEntityFiles(this.database, [ids, userId])).map((row) => [row.id, row]));
    const reader = new DetailsReader(this.keys);
    const found: FoundFile[] = [];
    for (const fileId of ids) {
      const row = rows.get(fileId);
      const details = row && row.ownerType === type && row.entityId === id ? await reader.open(row) : null;
      if (row && details) found.push({ row, filename: details.filename });
    }
    return found;
  }

  private async raise({ type, id, coupleId }: FileOwner, epoch: number): Promise<void> {
    await raiseAccessEpoch(this.database, [type, id, coupleId, epoch]);
  }

  private async describeOne(
    actor: Actor,
    row: EntityFileRow,
    allowed: AllowedFilesDto,
    reader: DetailsReader,
  ): Promise<DescribedFile | null> {
    const details = await reader.open(row);
    if (!details) return null;
    const link = this.links.signFile(row, actor, allowed);
    const path = (variant: AttachmentVariant): string => `${attachmentPath(row.id, variant)}?${link.query}`;
    return { id: row.id, file: { ...shown(row, details), ...pathsOf(row, path), expiresAt: link.expiresAt } };
  }
}

/** A recording that is being converted, or could not be, has no original. */
function sourceOf({ row: { id, kind, ownerId, objects }, filename }: FoundFile): SourceFile[] {
  return objects.original ? [{ id, kind, filename, object: objects.original, sealed: true, ownerId }] : [];
}

function shown(
  { kind, objects, bytes }: EntityFileRow,
  details: FileDetails,
): Omit<EntityFileView, 'url' | 'expiresAt'> {
  const isConverted = kind === 'voice' && objects.original !== undefined;
  const waiting = bytes > 0 ? 'processing' : 'failed';
  return {
    ...details,
    size: objects.original?.bytes ?? bytes,
    ...(kind === 'voice' && { voiceStatus: isConverted ? ('ready' as const) : waiting }),
  };
}

const pathsOf = (
  { objects }: EntityFileRow,
  path: (variant: AttachmentVariant) => string,
): Pick<EntityFileView, 'url' | 'display' | 'thumbnail'> => ({
  url: objects.original ? path('original') : null,
  ...(objects.display && { display: path('display') }),
  ...(objects.thumbnail && { thumbnail: path('thumbnail') }),
});
