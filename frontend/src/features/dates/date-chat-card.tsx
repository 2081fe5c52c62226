import { CalendarHeart } from 'lucide-react';
import { CardSign, ChatCard, type SharedThing } from '../../cards/chat-card.js';
import { t } from '../../texts/index.js';
import { useDateWords } from './date-words.js';
import { useGetDatesQuery } from './dates-api.js';

/** An important date in the conversation. A date that the other made private is gone. */
export function DateChatCard({ id, title }: SharedThing) {
  const whenOf = useDateWords();
  const { currentData, error, refetch } = useGetDatesQuery();
  const date = currentData?.dates.find((one) => one.id === id);
  return (
    <ChatCard
      kind={t('cards.date')}
      sign={
        <CardSign>
          <CalendarHeart />
        </CardSign>
      }
      title={date?.title ?? title}
      href={`/settings?${new URLSearchParams({ date: id }).toString()}`}
      error={error}
      isGone={currentData !== undefined && !date}
      onRetry={() => void refetch()}
    >
      {date && (
        <p>
          {whenOf(date)} · {date.daysUntil === null ? t('dates.over') : t('dates.daysUntil', { days: date.daysUntil })}
        </p>
      )}
    </ChatCard>
  );
}
