import { join } from 'node:path';
import type { CopiedFileDto, CopyFilesDto, FileOwner } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { EntityFilesService, type SourceFile } from '../attachments/entity-files.service.js';
import { SealedObjects } from '../sealing/sealed-objects.js';
import { UploadFolder } from '../uploads/upload-folder.js';
import { type CopiedFile, FilePreparer } from './file-preparer.js';
import { StagingService, type Upload } from './staging.service.js';

/** Copies files of messages, or of another entity, for an entity, which keeps the copies when their source is deleted. */
@Injectable()
export class EntityCopies {
  constructor(
    @Inject(AttachmentsService) private readonly attachments: AttachmentsService,
    @Inject(EntityFilesService) private readonly files: EntityFilesService,
    @Inject(SealedObjects) private readonly objects: SealedObjects,
    @Inject(UploadFolder) private readonly folder: UploadFolder,
    @Inject(FilePreparer) private readonly preparer: FilePreparer,
    @Inject(StagingService) private readonly staging: StagingService,
  ) {}

  /**
   * Prepares each file anew as if it were uploaded, so that a picture loses the metadata that its message kept. A copy of a
   * message's file is the user's; one of an entity's file stays its author's and goes with the author's account.
   * @throws AppError NOT_FOUND for a file that the user may not load; as an upload does
   */
  async copy(upload: Upload, owner: FileOwner, { ids, from }: CopyFilesDto): Promise<CopiedFileDto[]> {
    const sources = from
      ? await this.files.originals(upload.userId, from, ids)
      : await Promise.all(ids.map((id) => this.ofMessage(upload.userId, id)));
    const copied: CopiedFileDto[] = [];
    for (const [ownerId, own] of Map.groupBy(sources, (source) => source.ownerId))
      copied.push(...(await this.copyAll(upload, ownerId, owner, own)));
    return copied;
  }

  private async ofMessage(userId: string, id: string): Promise<SourceFile> {
    return { ...(await this.attachments.open(userId, id, 'original')), ownerId: userId };
  }

  private async copyAll(
    upload: Upload,
    ownerId: string,
    owner: FileOwner,
    sources: readonly SourceFile[],
  ): Promise<CopiedFileDto[]> {
    return this.folder.lend(async (folder) => {
      const files: CopiedFile[] = [];
      for (const [index, { kind, filename, object, sealed }] of sources.entries()) {
        const path = join(folder, `received-${index}`);
        await this.objects.fetchFile({ ...object, sealed }, path, object.sha256);
        files.push({ kind, path, filename, bytes: object.bytes, sha256: object.sha256, truncated: false });
      }
      const prepared = await this.preparer.prepareCopies(files, folder, upload);
      const staged = await this.staging.stageFor({ ...upload, userId: ownerId }, owner, prepared);
      return sources.flatMap(({ id: copyOf }, index) => {
        const file = staged[index];
        return file ? [{ ...file, copyOf }] : [];
      });
    });
  }
}
