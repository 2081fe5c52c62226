import { ListChecks } from 'lucide-react';
import { CardSign, ChatCard, type SharedThing } from '../../cards/chat-card.js';
import { t } from '../../texts/index.js';
import { KindSign } from './list-kinds.js';
import { listPath } from './list-path.js';
import { useGetListsQuery } from './lists-api.js';

/** A list in the conversation. */
export function ListChatCard({ id, title }: SharedThing) {
  const { currentData: lists, error, refetch } = useGetListsQuery();
  const list = lists?.find(({ _id }) => _id === id);
  return (
    <ChatCard
      kind={t('cards.list')}
      sign={
        list ? (
          <KindSign kind={list.kind} />
        ) : (
          <CardSign>
            <ListChecks size={22} />
          </CardSign>
        )
      }
      title={list?.title ?? title}
      href={listPath(id)}
      error={error}
      isGone={lists !== undefined && list === undefined}
      onRetry={() => void refetch()}
    >
      {list && <p>{t('cards.listState', { open: list.open, done: list.done })}</p>}
    </ChatCard>
  );
}
