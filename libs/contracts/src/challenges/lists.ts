import { type Done, NoInput, defineRpc, returns } from '../bus/rpc.js';
import type { FoundTitles } from '../core/views.js';
import {
  AddListItemByIdDto,
  ChangeListByIdDto,
  ChangeListItemByIdDto,
  CreateListDto,
  DeleteListItemByIdDto,
  ListIdDto,
  SearchListsDto,
  SyncListByIdDto,
} from './list-inputs.js';
import type { ListItemView, ListSummary, ListSync, ListTemplates, ListsView } from './list-views.js';

const ofOne = ['NO_PARTNER', 'PART_HIDDEN', 'LIST_NOT_FOUND'] as const;

/** All lists of the couple, the newest first. */
export const listLists = defineRpc({
  subject: 'challenges.list.list',
  access: 'user',
  request: NoInput,
  returns: returns<ListsView>(),
  errors: ['NO_PARTNER', 'PART_HIDDEN'],
});

/** The templates that come with Duet. */
export const listListTemplates = defineRpc({
  subject: 'challenges.list.templates',
  access: 'user',
  request: NoInput,
  returns: returns<ListTemplates>(),
  errors: ['NO_PARTNER', 'PART_HIDDEN'],
});

export const createList = defineRpc({
  subject: 'challenges.list.create',
  access: 'user',
  request: CreateListDto,
  returns: returns<ListSummary>(),
  errors: ['NO_PARTNER', 'PART_HIDDEN', 'TEMPLATE_NOT_FOUND', 'TOO_MANY_LISTS'],
});

/** VERSION_CONFLICT carries the list as it is. */
export const changeList = defineRpc({
  subject: 'challenges.list.change',
  access: 'user',
  request: ChangeListByIdDto,
  returns: returns<ListSummary>(),
  errors: [...ofOne, 'VERSION_CONFLICT'],
});

/**
 * Deletes a list. Where the partner has written into it both must agree: the first call records the request and answers
 * PARTNER_CONTENT.
 */
export const deleteList = defineRpc({
  subject: 'challenges.list.delete',
  access: 'user',
  request: ListIdDto,
  returns: returns<Done>(),
  errors: [...ofOne, 'PARTNER_CONTENT'],
});

/** The changes after a rev; after 0 the whole list. */
export const syncList = defineRpc({
  subject: 'challenges.list.sync',
  access: 'user',
  request: SyncListByIdDto,
  returns: returns<ListSync>(),
  errors: ofOne,
});

/** Chooses one of the open items for the two. */
export const pickListItem = defineRpc({
  subject: 'challenges.list.pick',
  access: 'user',
  request: ListIdDto,
  returns: returns<ListSummary>(),
  errors: [...ofOne, 'NOTHING_TO_PICK'],
});

export const addListItem = defineRpc({
  subject: 'challenges.list-item.add',
  access: 'user',
  request: AddListItemByIdDto,
  returns: returns<ListItemView>(),
  errors: [...ofOne, 'TOO_MANY_ITEMS'],
});

/** Edits merge by `mergeEdit`; the answer is the item as it then is, deleted where the caller had seen the deletion. */
export const changeListItem = defineRpc({
  subject: 'challenges.list-item.change',
  access: 'user',
  request: ChangeListItemByIdDto,
  returns: returns<ListItemView>(),
  errors: [...ofOne, 'ITEM_NOT_FOUND'],
});

/** Deletions merge by `mergeDeletion`; the answer is the item as it then is. */
export const deleteListItem = defineRpc({
  subject: 'challenges.list-item.delete',
  access: 'user',
  request: DeleteListItemByIdDto,
  returns: returns<ListItemView>(),
  errors: [...ofOne, 'ITEM_NOT_FOUND'],
});

/** Searches titles and items by words; the newest first. Deleted items are not searched. */
export const searchLists = defineRpc({
  subject: 'challenges.list.search',
  access: 'user',
  request: SearchListsDto,
  returns: returns<FoundTitles>(),
  errors: ['NO_PARTNER'],
});
