import {
  AddListItemDto,
  ChangeListDto,
  ChangeListItemDto,
  CreateListDto,
  DeleteListItemDto,
  type Done,
  type ListItemView,
  type ListSummary,
  type ListSync,
  type ListTemplateView,
  SyncListDto,
  addListItem,
  changeList,
  changeListItem,
  createList,
  deleteList,
  deleteListItem,
  listListTemplates,
  listLists,
  pickListItem,
  syncList,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { READ_MEMORIES, WRITE_MEMORIES } from '../capsules/capsules.limits.js';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { Translated } from '../http/language.js';
import { RateLimit } from '../limits/rate-limit.guard.js';

/** The lists of the two. */
@Controller('lists')
export class ListsController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** List the lists, the newest first. */
  @Get()
  @RateLimit(READ_MEMORIES)
  async list(@Context() context: CallContext): Promise<Answer<ListSummary[]>> {
    return ok((await this.rpc.call(listLists, context, {})).lists);
  }

  /** List the templates that come with Duet. */
  @Get('templates')
  @Translated()
  @RateLimit(READ_MEMORIES)
  async templates(@Context() context: CallContext): Promise<Answer<ListTemplateView[]>> {
    return ok((await this.rpc.call(listListTemplates, context, {})).templates);
  }

  /** Create a list. A repeated `clientId` answers with the first one. The items of a template are in the caller’s language. */
  @Post()
  @RateLimit(WRITE_MEMORIES)
  async create(@Context() context: CallContext, @Body() dto: CreateListDto): Promise<Answer<ListSummary>> {
    return ok(await this.rpc.call(createList, context, dto));
  }

  /** Change the title or the kind of a list. */
  @Patch(':id')
  @RateLimit(WRITE_MEMORIES)
  async change(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Body() dto: ChangeListDto,
  ): Promise<Answer<ListSummary>> {
    return ok(await this.rpc.call(changeList, context, { ...dto, id }));
  }

  /**
   * Delete a list.
   *
   * Where the partner has written into it the first call records the request, and the partner's call within 7 days deletes.
   */
  @Delete(':id')
  @RateLimit(WRITE_MEMORIES)
  async delete(@Context() context: CallContext, @Param('id') id: string): Promise<Answer<Done>> {
    return ok(await this.rpc.call(deleteList, context, { id }));
  }

  /** Return a list and the items that changed after a rev. After 0 it returns all items. */
  @Get(':id/sync')
  @RateLimit(READ_MEMORIES)
  async sync(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Query() query: SyncListDto,
  ): Promise<Answer<ListSync>> {
    return ok(await this.rpc.call(syncList, context, { ...query, id }));
  }

  /** Choose one of the open items, another one than before where there are several. */
  @Post(':id/pick')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async pick(@Context() context: CallContext, @Param('id') id: string): Promise<Answer<ListSummary>> {
    return ok(await this.rpc.call(pickListItem, context, { id }));
  }

  /** Add an item. A repeated `clientId` answers with the first one. */
  @Post(':id/items')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async addItem(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Body() dto: AddListItemDto,
  ): Promise<Answer<ListItemView>> {
    return ok(await this.rpc.call(addListItem, context, { ...dto, id }));
  }

  /**
   * Change, tick, untick or restore an item.
   *
   * Of two edits of one field the later wins. An edit whose `rev` is older than the deletion restores the item.
   */
  @Patch(':id/items/:itemId')
  @RateLimit(WRITE_MEMORIES)
  async changeItem(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Param('itemId') itemId: string,
    @Body() dto: ChangeListItemDto,
  ): Promise<Answer<ListItemView>> {
    return ok(await this.rpc.call(changeListItem, context, { ...dto, id, itemId }));
  }

  /** Delete an item. A deletion whose `rev` is older than the last edit does nothing. */
  @Delete(':id/items/:itemId')
  @RateLimit(WRITE_MEMORIES)
  async deleteItem(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Param('itemId') itemId: string,
    @Query() query: DeleteListItemDto,
  ): Promise<Answer<ListItemView>> {
    return ok(await this.rpc.call(deleteListItem, context, { ...query, id, itemId }));
  }
}
