import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull, Not } from 'typeorm';
import { DataKeys } from '../sealing/data-keys.service.js';
import { PlainObjects, type PlainRow, type PlainSource, plainRows } from '../sealing/plain-objects.js';
import { ObjectDeletionQueue } from '../storage/object-deletion-queue.js';
import { Avatar } from './avatar.entity.js';
import { AvatarPictures } from './avatar-pictures.js';
import { lockUser, readPlainAvatars } from './avatar.queries.js';
import { avatarObjects, objectsOf } from './avatar.objects.js';

/** Avatars that were stored before objects were sealed. */
@Injectable()
export class PlainAvatars implements PlainSource {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(PlainObjects) private readonly plain: PlainObjects,
    @Inject(AvatarPictures) private readonly pictures: AvatarPictures,
    @Inject(DataKeys) private readonly keys: DataKeys,
    @Inject(ObjectDeletionQueue) private readonly deletions: ObjectDeletionQueue,
  ) {
    plain.register(this);
  }

  count(): Promise<number> {
    return this.database.manager.countBy(Avatar, { sealed: false, key: Not(IsNull()) });
  }

  rows(batch: number): AsyncIterable<PlainRow> {
    return plainRows(
      (after) => readPlainAvatars(this.database, [after, batch]),
      (row) => this.seal(row),
    );
  }

  private async seal({ id, key }: { id: string; key: string | null }): Promise<void> {
    const dataKey = await this.keys.of('user', id);
    if (!dataKey || key === null) return;
    await this.deletions.reserve(avatarObjects(key));
    if (!(await this.pictures.sealPlain(key, dataKey))) throw new Error('an avatar lacks its objects');
    await this.plain.replace(objectsOf({ key, sealed: false }), avatarObjects(key), async (tx) => {
      await lockUser(tx, [id]);
      return (await tx.update(Avatar, { userId: id, key, sealed: false }, { sealed: true })).affected === 1;
    });
  }
}
