import { type FileProcessed, fileProcessed } from '@duet/contracts';
import { OnEvent } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CapsuleChanges } from '../capsules/capsule-changes.js';

/** Announces voice notes that media has converted after their contribution was stored. */
@Injectable()
export class FileEventHandlers {
  constructor(@Inject(CapsuleChanges) private readonly changes: CapsuleChanges) {}

  @OnEvent(fileProcessed)
  async processed({ owner, fileId }: FileProcessed): Promise<void> {
    if (owner.type === 'capsule') await this.changes.fileProcessed(owner.id, fileId);
  }
}
