import { randomBytes, randomUUID } from 'node:crypto';
import { LIMITS } from '@duet/contracts';
import { AppError, Health, InstallationKeys, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Gauge } from 'prom-client';
import { DataSource, In, IsNull, Not } from 'typeorm';
import { DataKey, type KeyOwner } from './data-key.entity.js';
import { addDataKey, destroyDataKey, destroyLostKeys, forgetDestroyedKeys } from './data-key.queries.js';

/** An opened data key. */
export interface OpenKey {
  id: string;
  bytes: Buffer;
}

const boundTo = ({ id, ownerKind, ownerId }: Pick<DataKey, 'id' | 'ownerKind' | 'ownerId'>): string =>
  `${id}:${ownerKind}:${ownerId}`;

/** The data keys of couples, users and reports. */
@Injectable()
export class DataKeys {
  private complete = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(InstallationKeys) private readonly installation: InstallationKeys,
    @Inject(Health) health: Health,
  ) {
    // A deployment with the wrong key must not replace one with the right key.
    health.add('media-key', async () => (this.complete ||= await this.hasOnlyKnownKeys()));
    const old = new Gauge({
      name: 'duet_data_keys_old',
      help: 'Data keys that an older installation key has sealed',
      registers: [health.metrics],
      collect: async () => {
        old.set(
          await this.database.manager
            .countBy(DataKey, { sealed: Not(IsNull()), sealedBy: Not(this.installation.currentId) })
            .catch(() => Number.NaN),
        );
      },
    });
  }

  /** The owner's key, created on first use; null when it is destroyed. */
  async of(kind: KeyOwner, owner: string): Promise<OpenKey | null> {
    const row = (await this.find(kind, owner)) ?? (await this.add(kind, owner));
    return row && this.open(row);
  }

  /** A key by the id in an object's header; null when it is unknown or destroyed. @throws AppError UNAVAILABLE when no installation key opens it */
  async byId(id: string): Promise<OpenKey | null> {
    const row = await this.database.manager.findOneBy(DataKey, { id });
    return row ? this.open(row) : null;
  }

  /** Destroys keys: from the commit on no copy of the owners' objects is readable. */
  async destroy(tx: Tx, kind: KeyOwner, owners: readonly string[]): Promise<void> {
    for (const owner of owners) {
      await destroyDataKey(tx, [randomUUID(), kind, owner]);
      await destroyLostKeys(tx, [kind, owner]);
    }
  }

  /** Whether at least one of the owners is erased. */
  async areAnyDestroyed(tx: Tx, kind: KeyOwner, owners: readonly string[]): Promise<boolean> {
    return tx.existsBy(DataKey, { ownerKind: kind, ownerId: In(owners), lost: false, sealed: IsNull() });
  }

  /** Reseals keys that an older installation key has sealed. @returns how many */
  async renewSome(limit: number): Promise<number> {
    const older = this.installation.ids.filter((id) => id !== this.installation.currentId);
    const rows = await this.database.manager.find(DataKey, {
      where: { sealed: Not(IsNull()), sealedBy: In(older) },
      order: { id: 'ASC' },
      take: limit,
    });
    for (const row of rows) await this.open(row);
    return rows.length;
  }

  /** Deletes tombstones of owners whose last access token has expired. */
  async forgetDestroyed(): Promise<void> {
    await forgetDestroyedKeys(this.database, [4 * LIMITS.accessTokenSeconds]);
  }

  private find(kind: KeyOwner, owner: string): Promise<DataKey | null> {
    return this.database.manager.findOneBy(DataKey, { ownerKind: kind, ownerId: owner, lost: false });
  }

  /** Concurrent callers all get the key that was inserted first. */
  private async add(kind: KeyOwner, owner: string): Promise<DataKey | null> {
    const id = randomUUID();
    const { sealed, sealedBy } = this.installation.seal(
      randomBytes(32),
      boundTo({ id, ownerKind: kind, ownerId: owner }),
    );
    await addDataKey(this.database, [id, kind, owner, sealed, sealedBy]);
    return this.find(kind, owner);
  }

  private async open(row: DataKey): Promise<OpenKey | null> {
    if (row.sealed === null) return null;
    const bytes = this.unseal({ ...row, sealed: row.sealed });
    if (row.sealedBy !== this.installation.currentId) await this.renew(row, bytes);
    return { id: row.id, bytes };
  }

  private unseal(row: DataKey & { sealed: Buffer }): Buffer {
    try {
      return this.installation.open(row, boundTo(row));
    } catch (cause) {
      throw new AppError('UNAVAILABLE', { cause });
    }
  }

  private async renew(row: DataKey, bytes: Buffer): Promise<void> {
    const { sealed, sealedBy } = this.installation.seal(bytes, boundTo(row));
    await this.database.manager.update(
      DataKey,
      { id: row.id, sealedBy: row.sealedBy, sealed: Not(IsNull()) },
      { sealed, sealedBy },
    );
  }

  private async hasOnlyKnownKeys(): Promise<boolean> {
    const sealedBy = Not(In(this.installation.ids));
    return !(await this.database.manager.existsBy(DataKey, { sealed: Not(IsNull()), lost: false, sealedBy }));
  }
}
