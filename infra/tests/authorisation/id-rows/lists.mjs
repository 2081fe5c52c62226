import { randomUUID } from 'node:crypto';
import { BOTH, path } from './calls.mjs';

/** @typedef {import('./calls.mjs').IdRow} IdRow */

/** An item, by its own id. @param {{ query?: string, body?: () => unknown }} [more] @returns {IdRow['call']} */
const inList =
  ({ query, body } = {}) =>
  (itemId, { listId }) => ({
    path: { id: String(listId), itemId },
    ...(query ? { query } : {}),
    ...(body ? { body: body() } : {}),
  });

/** The same by the id of its list. @param {{ query?: string, body?: () => unknown }} [more] @returns {IdRow['call']} */
const ofList =
  ({ query, body } = {}) =>
  (id, { itemId }) => ({
    path: { id, itemId: String(itemId) },
    ...(query ? { query } : {}),
    ...(body ? { body: body() } : {}),
  });

const TICK = { body: () => ({ done: true, rev: 1, clientId: randomUUID() }) };
const REMOVAL = { query: '?rev=1' };

/** @type {Record<string, import('./calls.mjs').IdRow>} */
export const LIST_ROWS = {
  'PATCH /api/lists/{id} id': {
    thing: 'list',
    call: path(() => ({ version: 1, title: 'Theirs' })),
    expect: BOTH,
  },
  'DELETE /api/lists/{id} id': { thing: 'list', call: path(), expect: { partner: 409 } },
  'GET /api/lists/{id}/sync id': {
    thing: 'list',
    call: (id) => ({ path: { id }, query: '?after=0' }),
    expect: BOTH,
  },
  'POST /api/lists/{id}/pick id': { thing: 'list', call: path(), expect: BOTH },
  'POST /api/lists/{id}/items id': {
    thing: 'list',
    call: path(() => ({ text: 'Milk', clientId: randomUUID() })),
    expect: BOTH,
  },
  'POST /api/lists/{id}/items assignedTo': {
    thing: 'assignee',
    call: (assignedTo, { listId }) => ({
      path: { id: String(listId) },
      body: { text: 'Milk', assignedTo, clientId: randomUUID() },
    }),
    expect: BOTH,
  },
  'PATCH /api/lists/{id}/items/{itemId} assignedTo': {
    thing: 'assignee',
    call: (assignedTo, { listId, itemId }) => ({
      path: { id: String(listId), itemId: String(itemId) },
      body: { assignedTo, rev: 1, clientId: randomUUID() },
    }),
    expect: BOTH,
  },
  'PATCH /api/lists/{id}/items/{itemId} id': { thing: 'list', call: ofList(TICK), expect: BOTH },
  'PATCH /api/lists/{id}/items/{itemId} itemId': { thing: 'listItem', call: inList(TICK), expect: BOTH },
  'DELETE /api/lists/{id}/items/{itemId} id': { thing: 'list', call: ofList(REMOVAL), expect: BOTH },
  'DELETE /api/lists/{id}/items/{itemId} itemId': { thing: 'listItem', call: inList(REMOVAL), expect: BOTH },
};
