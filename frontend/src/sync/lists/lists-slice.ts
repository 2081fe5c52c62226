import { type PayloadAction, createSlice } from '@reduxjs/toolkit';
import { inOrder, withRows } from '../pending/rows-in-order.js';
import type { ListChange } from './list-change.js';

/** The queue of lists: its database, its channel between tabs and its lock. */
export const LISTS_QUEUE = 'duet-lists';

/** The changes of list items on their way to the server, in their order. */
export type ListsState = readonly ListChange[];

const initialState: ListsState = [];

export const listsSlice = createSlice({
  name: 'lists',
  initialState,
  reducers: {
    put: (changes, { payload }: PayloadAction<ListChange>) => withRows<ListChange>(changes, [payload], ({ id }) => id),
    removed: (changes, { payload }: PayloadAction<string>) => changes.filter(({ id }) => id !== payload),
    replaced: (_changes, { payload }: PayloadAction<ListChange[]>) => inOrder(payload),
  },
});

export const listsActions = listsSlice.actions;

export const listChanges = (state: { lists: ListsState }): ListsState => state.lists;
