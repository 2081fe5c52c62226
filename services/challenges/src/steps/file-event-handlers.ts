import { type FileProcessed, fileProcessed } from '@duet/contracts';
import { OnEvent } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { ChallengeChanges } from '../challenges/challenge-changes.js';

/** Announces voice notes that media has converted after their proof was stored. */
@Injectable()
export class FileEventHandlers {
  constructor(@Inject(ChallengeChanges) private readonly changes: ChallengeChanges) {}

  @OnEvent(fileProcessed)
  async processed({ owner, fileId }: FileProcessed): Promise<void> {
    if (owner.type === 'challenge') await this.changes.fileProcessed(owner.id, fileId);
  }
}
