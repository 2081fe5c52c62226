import type { PersonView } from '@duet/contracts';
import type { Tx } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { personView } from '../people/person.view.js';
import { Block } from './block.entity.js';

/** Who keeps away from whom. */
@Injectable()
export class BlocksService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Whether either has blocked the other. */
  async between(tx: Tx, a: string, b: string): Promise<boolean> {
    return tx.existsBy(Block, [
      { blockerId: a, blockedId: b },
      { blockerId: b, blockedId: a },
    ]);
  }

  async add(tx: Tx, blockerId: string, blockedId: string): Promise<void> {
    await tx.createQueryBuilder().insert().into(Block).values({ blockerId, blockedId }).orIgnore().execute();
  }

  async remove(blockerId: string, blockedId: string): Promise<void> {
    await this.database.manager.delete(Block, { blockerId, blockedId });
  }

  /** Whom the person has blocked, newest first. */
  async list(blockerId: string): Promise<PersonView[]> {
    const blocks = await this.database.manager.find(Block, { where: { blockerId }, relations: { blocked: true }, order: { createdAt: 'DESC' } });
    return blocks.map((block) => personView(block.blocked));
  }
}
