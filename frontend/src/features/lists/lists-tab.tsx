import { useSearchParams } from 'react-router-dom';
import { ListPage } from './list-page.js';
import { ListsHome } from './lists-home.js';

/** The lists of the two; `list=` opens one. */
export function ListsTab() {
  const [params] = useSearchParams();
  const listId = params.get('list');
  return listId === null ? <ListsHome /> : <ListPage key={listId} listId={listId} />;
}
