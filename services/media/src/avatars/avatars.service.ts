import { AVATAR_SIZES, type AvatarSize, type AvatarView, LIMITS, avatarChanged } from '@duet/contracts';
import { AppError, Outbox, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SquareImages } from '../images/square-images.js';
import { DoomedObjects } from '../storage/doomed-objects.service.js';
import { ObjectStore, type StoredObject } from '../storage/object-store.js';
import type { ReceivedFile } from '../uploads/receive-files.js';
import { Avatar, ErasedUser } from './avatar.entity.js';
import { avatarObject, avatarObjects, newAvatarKey } from './avatar.objects.js';
import { avatarView } from './avatar.view.js';

/** People's pictures of themselves. */
@Injectable()
export class AvatarsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ObjectStore) private readonly store: ObjectStore,
    @Inject(DoomedObjects) private readonly doomed: DoomedObjects,
    @Inject(SquareImages) private readonly images: SquareImages,
    @Inject(Outbox) private readonly outbox: Outbox,
  ) {}

  /**
   * Makes an uploaded file the person's avatar. Its objects are stored and verified before anything refers to them.
   * @throws AppError AVATAR_TYPE_UNSUPPORTED, AVATAR_UNREADABLE, AVATAR_TOO_MANY_PIXELS; USER_NOT_FOUND
   */
  async replace(userId: string, file: ReceivedFile, signal: AbortSignal): Promise<AvatarView> {
    const squares = await this.images.make(file.path, file.filename, AVATAR_SIZES, signal);
    const key = newAvatarKey();
    await this.storeObjects(key, squares);
    const bytes = [...squares.values()].reduce((sum, square) => sum + square.length, 0);
    const row = await this.database.transaction((tx) => this.commit(tx, userId, key, bytes));
    this.settle();
    if (!row) throw new AppError('USER_NOT_FOUND');
    return avatarView(row);
  }

  /** Without a picture there is nothing to do, and nobody is told. */
  async remove(userId: string): Promise<AvatarView> {
    const row = await this.database.transaction(async (tx) => {
      const current = await this.lock(tx, userId);
      return current?.key ? this.change(tx, current, { userId, key: null, bytes: 0 }) : current;
    });
    this.settle();
    return avatarView(row);
  }

  /** The picture's bytes, or null for a key that nobody has (any more). */
  open(key: string, size: AvatarSize): Promise<StoredObject | null> {
    return this.store.open(avatarObject(key, size));
  }

  /** Nothing of the person stays; an upload that is still under way finds that out in its transaction. */
  async erase(userId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const current = await this.lock(tx, userId);
      if (current?.key) await this.doomed.doom(tx, avatarObjects(current.key));
      await tx.upsert(ErasedUser, { userId }, ['userId']);
      await tx.delete(Avatar, { userId });
      // Facts that were published already would only keep the person's data; what is not published yet must stay.
      await tx.query(`DELETE FROM outbox WHERE envelope->>'key' = $1 AND published_to IS NOT NULL`, [userId]);
    });
    this.settle();
  }

  /** Forgets whom no token can speak for any more. */
  async forgetErased(): Promise<void> {
    await this.database.query("DELETE FROM erased_users WHERE erased_at < now() - $1 * interval '1 second'", [4 * LIMITS.accessTokenSeconds]);
  }

  private async storeObjects(key: string, squares: Map<AvatarSize, Buffer>): Promise<void> {
    await this.doomed.reserve(avatarObjects(key));
    await Promise.all([...squares].map(([size, square]) => this.store.put(avatarObject(key, size), square, 'image/webp')));
  }

  /** Null for somebody who was erased while the picture was on its way; then it goes too. */
  private async commit(tx: Tx, userId: string, key: string, bytes: number): Promise<Avatar | null> {
    const current = await this.lock(tx, userId);
    if (await tx.existsBy(ErasedUser, { userId })) {
      await this.doomed.doom(tx, avatarObjects(key));
      return null;
    }
    await this.doomed.spare(tx, avatarObjects(key));
    return this.change(tx, current, { userId, key, bytes });
  }

  /** One change of a person's avatar at a time, also of one who has no row yet: versions and facts are in one order. */
  private async lock(tx: Tx, userId: string): Promise<Avatar | null> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [userId]);
    return tx.findOneBy(Avatar, { userId });
  }

  private async change(tx: Tx, current: Avatar | null, wanted: Pick<Avatar, 'userId' | 'key' | 'bytes'>): Promise<Avatar> {
    const row: Avatar = { ...wanted, version: (current?.version ?? 0) + 1, createdAt: new Date() };
    await tx.upsert(Avatar, row, ['userId']);
    if (current?.key) await this.doomed.doom(tx, avatarObjects(current.key));
    await this.outbox.add(tx, avatarChanged, row.userId, { userId: row.userId, ...avatarView(row) });
    return row;
  }

  private settle(): void {
    this.outbox.kick();
    this.doomed.kick();
  }
}
