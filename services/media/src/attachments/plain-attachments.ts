import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { lockCouple } from '../couples/couple.queries.js';
import { DataKeys, type OpenKey } from '../sealing/data-keys.service.js';
import { PlainObjects, type PlainRow, type PlainSource, plainRows } from '../sealing/plain-objects.js';
import { SealedObjects } from '../sealing/sealed-objects.js';
import { ObjectDeletionQueue } from '../storage/object-deletion-queue.js';
import { UploadFolder } from '../uploads/upload-folder.js';
import type { ObjectInfo, ObjectsByVariant } from './attachment.entity.js';
import { type PlainAttachment, countPlain, readPlain, replaceObjects } from './attachment.queries.js';
import { namesOf, newObjectName } from './attachment.objects.js';

/** Attachments that were stored before objects were sealed. */
@Injectable()
export class PlainAttachments implements PlainSource {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(PlainObjects) private readonly plain: PlainObjects,
    @Inject(SealedObjects) private readonly objects: SealedObjects,
    @Inject(DataKeys) private readonly keys: DataKeys,
    @Inject(ObjectDeletionQueue) private readonly deletions: ObjectDeletionQueue,
    @Inject(UploadFolder) private readonly folder: UploadFolder,
  ) {
    plain.register(this);
  }

  async count(): Promise<number> {
    const [row] = await countPlain(this.database);
    return row?.count ?? 0;
  }

  rows(batch: number): AsyncIterable<PlainRow> {
    return plainRows(
      (after) => readPlain(this.database, [after, batch]),
      (row) => this.seal(row),
    );
  }

  private async seal({ id, coupleId, objects }: PlainAttachment): Promise<void> {
    const key = await this.keys.of('couple', coupleId);
    if (!key) return;
    const renamed = new Map(namesOf(objects).map((name) => [name, newObjectName()]));
    const sealed: ObjectsByVariant = Object.fromEntries(
      Object.entries(objects).map(([variant, object]) => [
        variant,
        { ...object, name: renamed.get(object.name) ?? object.name },
      ]),
    );
    await this.deletions.reserve([...renamed.values()]);
    const different = new Map(Object.values(objects).map((object) => [object.name, object]));
    for (const object of different.values()) await this.copy(object, renamed.get(object.name) ?? object.name, key);
    await this.plain.replace([...renamed.keys()], [...renamed.values()], async (tx) => {
      await lockCouple(tx, [coupleId]);
      return (await replaceObjects(tx, [id, JSON.stringify(sealed), JSON.stringify(objects)])) === 1;
    });
  }

  private async copy(object: ObjectInfo, name: string, key: OpenKey): Promise<void> {
    await this.folder.lend(async (folder) => {
      const path = join(folder, 'plain');
      await this.objects.fetchFile({ ...object, sealed: false }, path, object.sha256);
      await this.objects.putFile(name, { path, bytes: object.bytes, sha256: object.sha256 }, key);
    });
  }
}
