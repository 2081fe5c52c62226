import {
  AddListItemByIdDto,
  type Call,
  ChangeListByIdDto,
  ChangeListItemByIdDto,
  CreateListDto,
  DONE,
  DeleteListItemByIdDto,
  type Done,
  type FoundTitles,
  ListIdDto,
  type ListItemView,
  type ListSummary,
  type ListSync,
  type ListTemplates,
  type ListsView,
  SearchListsDto,
  SyncListByIdDto,
  addListItem,
  changeList,
  changeListItem,
  createList,
  deleteList,
  deleteListItem,
  listListTemplates,
  listLists,
  pickListItem,
  searchLists,
  syncList,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { ListItemsService } from './list-items.service.js';
import { ListsReader } from './lists-reader.js';
import { ListsService } from './lists.service.js';

@Controller()
export class ListsController {
  constructor(
    @Inject(ListsService) private readonly lists: ListsService,
    @Inject(ListItemsService) private readonly items: ListItemsService,
    @Inject(ListsReader) private readonly reader: ListsReader,
  ) {}

  @Rpc(listLists)
  listLists({ actor }: Call<'user'>): Promise<ListsView> {
    return this.reader.list(actor.userId);
  }

  @Rpc(listListTemplates)
  listTemplates({ actor }: Call<'user'>): Promise<ListTemplates> {
    return this.reader.templates(actor.userId);
  }

  @Rpc(searchLists)
  searchLists({ actor }: Call<'user'>, dto: SearchListsDto): Promise<FoundTitles> {
    return this.reader.search(actor.userId, dto);
  }

  @Rpc(createList)
  createList({ actor }: Call<'user'>, dto: CreateListDto): Promise<ListSummary> {
    return this.lists.create(actor.userId, dto);
  }

  @Rpc(changeList)
  changeList({ actor }: Call<'user'>, dto: ChangeListByIdDto): Promise<ListSummary> {
    return this.lists.change(actor.userId, dto);
  }

  @Rpc(deleteList)
  async deleteList({ actor }: Call<'user'>, { id }: ListIdDto): Promise<Done> {
    await this.lists.delete(actor.userId, id);
    return DONE;
  }

  @Rpc(syncList)
  syncList({ actor }: Call<'user'>, dto: SyncListByIdDto): Promise<ListSync> {
    return this.reader.sync(actor.userId, dto);
  }

  @Rpc(pickListItem)
  pickItem({ actor }: Call<'user'>, { id }: ListIdDto): Promise<ListSummary> {
    return this.lists.pick(actor.userId, id);
  }

  @Rpc(addListItem)
  addItem({ actor }: Call<'user'>, dto: AddListItemByIdDto): Promise<ListItemView> {
    return this.items.add(actor.userId, dto);
  }

  @Rpc(changeListItem)
  changeItem({ actor }: Call<'user'>, dto: ChangeListItemByIdDto): Promise<ListItemView> {
    return this.items.change(actor.userId, dto);
  }

  @Rpc(deleteListItem)
  deleteItem({ actor }: Call<'user'>, dto: DeleteListItemByIdDto): Promise<ListItemView> {
    return this.items.delete(actor.userId, dto);
  }
}
