import { statement } from '@duet/service-kit';
import type { ListFigures } from './list.view.js';

/** Lists without an item have no row. Parameter: ids of lists. */
export const readListFigures = statement<ListFigures & { listId: string }>(
  { listId: 'uuid', open: 'int4', done: 'int4', isPickOpen: 'bool' },
  `SELECT l.id AS "listId", (count(*) FILTER (WHERE i.done_at IS NULL))::integer AS open,
     count(i.done_at)::integer AS done, bool_or(i.id IS NOT DISTINCT FROM l.picked_item AND i.done_at IS NULL) AS "isPickOpen"
   FROM lists l JOIN list_items i ON i.list_id = l.id AND i.deleted_rev IS NULL
   WHERE l.id = ANY ($1::uuid[]) GROUP BY l.id`,
);

/** The words by which a list is found; `words` are its items. Parameters: couple, limit. */
export const readListWords = statement<{ id: string; title: string; words: string }>(
  { id: 'uuid', title: 'text', words: 'text' },
  `SELECT l.id, l.title, coalesce((SELECT string_agg(i.text, E'\\n' ORDER BY i.id)
     FROM list_items i WHERE i.list_id = l.id AND i.deleted_rev IS NULL), '') AS words
   FROM lists l WHERE l.couple_id = $1 ORDER BY l.id DESC LIMIT $2`,
);
