import { AVATAR_SIZES, type AvatarSize, type AvatarView, LIMITS, avatarChanged } from '@duet/contracts';
import { Clock, AppError, Transactions, type Tx, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { DataKeys } from '../sealing/data-keys.service.js';
import { SquareImages } from '../images/square-images.js';
import type { Requester } from '../work/heavy-work.js';
import { ObjectDeletionQueue } from '../storage/object-deletion-queue.js';
import type { ReceivedFile } from '../uploads/receive-files.js';
import { ErasedUser } from '../erasures/erased-user.entity.js';
import { forgetErasedUsers } from '../erasures/erased-user.queries.js';
import { Avatar } from './avatar.entity.js';
import { deletePublishedEvents, lockUser } from './avatar.queries.js';
import { avatarObjects, newAvatarKey, objectsOf } from './avatar.objects.js';
import { FormerAvatars } from './former-avatars.service.js';
import { AvatarPictures } from './avatar-pictures.js';
import { avatarView } from './avatar.view.js';

/** Users' avatars. */
@Injectable()
export class AvatarsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AvatarPictures) private readonly pictures: AvatarPictures,
    @Inject(FormerAvatars) private readonly former: FormerAvatars,
    @Inject(DataKeys) private readonly keys: DataKeys,
    @Inject(ObjectDeletionQueue) private readonly deletions: ObjectDeletionQueue,
    @Inject(SquareImages) private readonly images: SquareImages,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Makes an uploaded file the user's avatar. Its objects are stored and verified before the row refers to them.
   * @throws AppError AVATAR_TYPE_UNSUPPORTED, AVATAR_UNREADABLE, AVATAR_TOO_MANY_PIXELS; USER_NOT_FOUND
   */
  async replace(requester: Requester, file: ReceivedFile): Promise<AvatarView> {
    const { userId } = requester;
    const squares = await this.images.make(file.path, file.filename, AVATAR_SIZES, requester);
    const dataKey = await this.keys.of('user', userId);
    if (!dataKey) throw new AppError('USER_NOT_FOUND');
    const key = newAvatarKey();
    await this.deletions.reserve(avatarObjects(key));
    await this.pictures.store(key, squares, dataKey);
    const bytes = [...squares.values()].reduce((sum, square) => sum + square.length, 0);
    const row = await this.transactions.run((unit) => this.commit(unit, userId, key, bytes));
    if (!row) throw new AppError('USER_NOT_FOUND');
    return avatarView(row);
  }

  /** Removes the user's avatar; without one it changes nothing and publishes nothing. */
  async remove(userId: string): Promise<AvatarView> {
    const row = await this.transactions.run(async (unit) => {
      const current = await this.lock(unit.tx, userId);
      return current?.key ? this.change(unit, current, { userId, key: null, bytes: 0 }) : current;
    });
    return avatarView(row);
  }

  /** The picture's bytes; null for an unknown key. */
  open(key: string, size: AvatarSize): Promise<Buffer | null> {
    return this.pictures.read(key, size);
  }

  /** Erases the user's avatar and key. A concurrent upload finds the tombstone in its transaction. */
  async erase(userId: string): Promise<void> {
    await this.transactions.run(async (unit) => {
      const { tx } = unit;
      const current = await this.lock(tx, userId);
      if (current) await this.deletions.enqueueIn(unit, objectsOf(current));
      await this.former.erase(unit, userId);
      await tx.upsert(ErasedUser, { userId }, ['userId']);
      await this.keys.destroy(tx, 'user', [userId]);
      await tx.delete(Avatar, { userId });
      await deletePublishedEvents(tx, [userId]);
    });
  }

  /** Deletes tombstones of users whose last access token has expired. */
  async forgetErased(): Promise<void> {
    await forgetErasedUsers(this.database, [4 * LIMITS.accessTokenSeconds]);
  }

  /** Null when the user was erased during the upload; then the new objects are deleted as well. */
  private async commit(unit: UnitOfWork, userId: string, key: string, bytes: number): Promise<Avatar | null> {
    const current = await this.lock(unit.tx, userId);
    if (await unit.tx.existsBy(ErasedUser, { userId })) {
      await this.deletions.enqueueIn(unit, avatarObjects(key));
      return null;
    }
    await this.deletions.cancel(unit.tx, avatarObjects(key));
    return this.change(unit, current, { userId, key, bytes });
  }

  /** Serialises the changes of a user's avatar, also before the first row, so that versions and events have one order. */
  private async lock(tx: Tx, userId: string): Promise<Avatar | null> {
    await lockUser(tx, [userId]);
    return tx.findOneBy(Avatar, { userId });
  }

  private async change(
    unit: UnitOfWork,
    current: Avatar | null,
    wanted: Pick<Avatar, 'userId' | 'key' | 'bytes'>,
  ): Promise<Avatar> {
    const row: Avatar = { ...wanted, sealed: true, version: (current?.version ?? 0) + 1, createdAt: this.clock.now() };
    await unit.tx.upsert(Avatar, row, ['userId']);
    if (current) await this.former.retain(unit, current);
    await unit.record(avatarChanged, row.userId, { userId: row.userId, ...avatarView(row) });
    return row;
  }
}
