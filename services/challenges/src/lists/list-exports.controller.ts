import { type Call, ChallengeRecordsDto, type ListRecord, type ListRecords, listListRecords } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, IsNull, MoreThan } from 'typeorm';
import { CouplesService } from '../couples/couples.service.js';
import { List } from './list.entity.js';
import { ListItem } from './list-item.entity.js';

/** Lists in a person's data export. */
@Controller()
export class ListExportsController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
  ) {}

  /** One list an answer: a full one takes a good part of what the bus carries. */
  @Rpc(listListRecords)
  async listLists({ actor: { userId } }: Call<'user'>, { after }: ChallengeRecordsDto): Promise<ListRecords> {
    const coupleId = In(await this.couples.idsOf(userId));
    const [list] = await this.database.manager.find(List, {
      where: { coupleId, ...(after !== undefined && { id: MoreThan(after) }) },
      order: { id: 'ASC' },
      take: 1,
    });
    return list ? { lists: [await this.record(list)], next: list.id } : { lists: [], next: null };
  }

  private async record({ id, coupleId, title, kind, createdBy, createdAt }: List): Promise<ListRecord> {
    const where = { listId: id, deletedRev: IsNull() };
    const items = await this.database.manager.find(ListItem, { where, order: { position: 'ASC', id: 'ASC' } });
    return {
      ...{ id, coupleId, title, kind, createdAt: createdAt.toISOString() },
      createdBy: await this.couples.authorOf(createdBy),
      items: items.map((item) => ({
        author: item.createdBy,
        text: item.text,
        assignedTo: item.assignedTo,
        dueAt: item.dueAt?.toISOString() ?? null,
        doneAt: item.doneAt?.toISOString() ?? null,
      })),
    };
  }
}
