import type { PersonView } from '@duet/contracts';
import type { Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Acquaintances } from '../people/acquaintances.service.js';
import { personView } from '../people/person.view.js';
import { Block } from './block.entity.js';

/** Blocks between people. */
@Injectable()
export class BlocksService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Acquaintances) private readonly acquaintances: Acquaintances,
  ) {}

  /** Whether either person has blocked the other. */
  async existsBetween(tx: Tx, a: string, b: string): Promise<boolean> {
    return tx.existsBy(Block, [
      { blockerId: a, blockedId: b },
      { blockerId: b, blockedId: a },
    ]);
  }

  /** Adds a block, or leaves an existing one. */
  async addBlock(tx: Tx, blockerId: string, blockedId: string): Promise<void> {
    await tx.createQueryBuilder().insert().into(Block).values({ blockerId, blockedId }).orIgnore().execute();
  }

  /** Removes the block, and the blocked person's remembered profile unless something else still names them. */
  async removeBlock(blockerId: string, blockedId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.delete(Block, { blockerId, blockedId });
      await this.acquaintances.forgetUnreferenced(tx, blockerId, blockedId);
    });
  }

  /** The people whom the person has blocked, as the person sees them, newest block first. */
  async listBlocked(blockerId: string): Promise<PersonView[]> {
    const { manager } = this.database;
    const blocks = await manager.find(Block, {
      where: { blockerId },
      relations: { blocked: true },
      order: { createdAt: 'DESC' },
    });
    const visible = await this.acquaintances.visiblePeople(
      manager,
      blockerId,
      blocks.map(({ blocked }) => blocked),
    );
    return blocks.map(({ blocked }) => personView(visible.get(blocked.id) ?? blocked));
  }
}
