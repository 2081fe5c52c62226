import type { ListItemView, ListSummary } from '@duet/contracts';
import { type ListItemEdit, mergeDeletion, mergeEdit } from '@duet/contracts/plain';
import { HttpResponse, type RequestHandler, http } from 'msw';
import { data, refusal } from './api-server.js';
import { me, partner } from './chat-server.js';

const AT = '2026-11-22T12:00:00.000Z';

/** One list on a server, which merges as the real one does. */
export class ListServer {
  readonly id = 'l1';
  items: ListItemView[] = [];
  rev = 0;
  isReachable = true;
  isFull = false;
  /** Lists are switched off for the two. */
  isHidden = false;
  /** The calls that changed items, with what they carried. */
  readonly calls: [string, Record<string, unknown>][] = [];

  private get summary(): ListSummary {
    return {
      ...{ _id: this.id, coupleId: 'c1', createdBy: me._id, title: 'Groceries', kind: 'shopping' },
      ...{ createdAt: AT, updatedAt: AT, archivedAt: null, open: 0, done: 0, pick: null, deleteAskedBy: null },
      ...{ rev: this.rev, version: 1 },
    };
  }

  /** An item of the partner's. */
  add(text: string, more: Partial<ListItemView> = {}): ListItemView {
    this.rev += 1;
    const item: ListItemView = {
      ...{ _id: `s${this.rev}`, clientId: `p${this.rev}`, createdBy: partner._id, createdAt: AT },
      ...{ text, position: this.rev, assignedTo: null, dueAt: null, doneAt: null, doneBy: null },
      ...{ rev: this.rev, editedRev: this.rev, deletedRev: null },
      ...more,
    };
    this.items.push(item);
    return item;
  }

  edit(id: string, edit: ListItemEdit, seen = this.rev, by = partner._id): ListItemView {
    return this.merge(id, (item, rev) => mergeEdit(item, edit, { seen, rev, by, at: AT }));
  }

  get texts(): string[] {
    return this.items.filter(({ deletedRev }) => deletedRev === null).map(({ text }) => text);
  }

  private merge(id: string, apply: (item: ListItemView, rev: number) => ListItemView): ListItemView {
    const index = this.items.findIndex(({ _id }) => _id === id);
    const before = this.items[index];
    if (!before) throw new Error(`no item ${id}`);
    const after = apply(before, this.rev + 1);
    this.rev = Math.max(this.rev, after.rev);
    this.items[index] = after;
    return after;
  }

  private answer(work: () => Response | Promise<Response>): Response | Promise<Response> {
    if (!this.isReachable) return HttpResponse.error();
    return this.isHidden ? refusal('PART_HIDDEN') : work();
  }

  readonly handlers: RequestHandler[] = [
    http.get('*/api/lists/:id/sync', ({ request }) =>
      this.answer(() => {
        const after = Number(new URL(request.url).searchParams.get('after'));
        const items = this.items.filter(({ rev, deletedRev }) => rev > after && (after > 0 || deletedRev === null));
        return data({ list: this.summary, items, upTo: this.rev, more: false });
      }),
    ),
    http.post<never, { text: string; clientId: string; position: number }>('*/api/lists/:id/items', ({ request }) =>
      this.answer(async () => {
        const { text, clientId, position } = await request.json();
        this.calls.push(['add', { text, clientId }]);
        if (this.isFull) return refusal('TOO_MANY_ITEMS');
        const made = this.items.find((item) => item.clientId === clientId);
        return data(made ?? this.add(text, { clientId, position, createdBy: me._id }));
      }),
    ),
    http.patch<{ itemId: string }, ListItemEdit & { rev: number; clientId: string }>(
      '*/api/lists/:id/items/:itemId',
      ({ request, params: { itemId } }) =>
        this.answer(async () => {
          const { rev, clientId: _clientId, ...edit } = await request.json();
          this.calls.push(['edit', { itemId, rev, ...edit }]);
          return data(this.edit(itemId, edit, rev, me._id));
        }),
    ),
    http.delete<{ itemId: string }>('*/api/lists/:id/items/:itemId', ({ request, params: { itemId } }) =>
      this.answer(() => {
        const seen = Number(new URL(request.url).searchParams.get('rev'));
        this.calls.push(['delete', { itemId, rev: seen }]);
        return data(this.merge(itemId, (item, rev) => mergeDeletion(item, { seen, rev })));
      }),
    ),
  ];
}
