import { createEntityAdapter, createSlice } from '@reduxjs/toolkit';
import type { ListChange } from './list-change.js';

const changes = createEntityAdapter<ListChange>({ sortComparer: (a, b) => a.order - b.order });

/** The changes of list items on their way to the server, in their order. */
export type ListsState = ReturnType<typeof changes.getInitialState>;

export const listsSlice = createSlice({
  name: 'lists',
  initialState: changes.getInitialState(),
  reducers: { put: changes.upsertOne, removed: changes.removeOne, replaced: changes.setAll },
});

export const listsActions = listsSlice.actions;

const selectors = changes.getSelectors();

export const listChanges = (state: { lists: ListsState }): ListChange[] => selectors.selectAll(state.lists);
