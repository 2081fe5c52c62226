import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { renditionOf } from '../files/rendition.js';
import { DataKeys } from '../sealing/data-keys.service.js';
import { PlainObjects, type PlainRow, type PlainSource, plainRows } from '../sealing/plain-objects.js';
import { SealedObjects } from '../sealing/sealed-objects.js';
import { ObjectDeletionQueue } from '../storage/object-deletion-queue.js';
import { UploadFolder } from '../uploads/upload-folder.js';
import { Export } from './export.entity.js';
import { readPlainExports } from './export.queries.js';
import { newExportName } from './exports.service.js';

type Row = Pick<Export, 'id' | 'userId' | 'key' | 'bytes'>;

/** Exports that were stored before objects were sealed. */
@Injectable()
export class PlainExports implements PlainSource {
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

  count(): Promise<number> {
    return this.database.manager.countBy(Export, { sealed: false, status: 'ready' });
  }

  rows(batch: number): AsyncIterable<PlainRow> {
    return plainRows(
      (after) => readPlainExports(this.database, [after, batch]),
      (row) => this.seal(row),
    );
  }

  private async seal({ id, userId, key, bytes }: Row): Promise<void> {
    const dataKey = await this.keys.of('user', userId);
    if (!dataKey || key === null) return;
    const name = newExportName();
    await this.deletions.reserve([name]);
    await this.folder.lend(async (folder) => {
      const path = join(folder, 'export.zip');
      await this.objects.fetchFile({ name: key, bytes: Number(bytes), sealed: false }, path, null);
      await this.objects.putFile(name, await renditionOf(path, 'application/zip'), dataKey);
    });
    await this.plain.replace([key], [name], async (tx) => {
      const plain = { id, key, status: 'ready', sealed: false } as const;
      return (await tx.update(Export, plain, { key: name, sealed: true })).affected === 1;
    });
  }
}
