import { join } from 'node:path';
import type { FileOwner, StagedFileDto } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { SealedObjects } from '../sealing/sealed-objects.js';
import type { ReceivedFile } from '../uploads/receive-files.js';
import { UploadFolder } from '../uploads/upload-folder.js';
import { FilePreparer } from './file-preparer.js';
import { StagingService, type Upload } from './staging.service.js';

/** Copies files of messages for an entity, which then has them whatever becomes of the message. */
@Injectable()
export class EntityCopies {
  constructor(
    @Inject(AttachmentsService) private readonly attachments: AttachmentsService,
    @Inject(SealedObjects) private readonly objects: SealedObjects,
    @Inject(UploadFolder) private readonly folder: UploadFolder,
    @Inject(FilePreparer) private readonly preparer: FilePreparer,
    @Inject(StagingService) private readonly staging: StagingService,
  ) {}

  /**
   * Prepares each file anew as if it were uploaded, so that a picture loses the metadata that its message kept.
   * @throws AppError NOT_FOUND for a file that the user may not load; as an upload does
   */
  async copy(upload: Upload, owner: FileOwner, ids: readonly string[]): Promise<StagedFileDto[]> {
    return this.folder.lend(async (folder) => {
      const files: ReceivedFile[] = [];
      for (const [index, id] of ids.entries()) {
        const { filename, object, sealed } = await this.attachments.open(upload.userId, id, 'original');
        const path = join(folder, `received-${index}`);
        await this.objects.fetchFile({ ...object, sealed }, path, object.sha256);
        files.push({ path, filename, bytes: object.bytes, sha256: object.sha256, truncated: false });
      }
      return this.staging.stageFor(upload, owner, await this.preparer.prepareMemories(files, folder, upload.signal));
    });
  }
}
