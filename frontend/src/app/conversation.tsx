import { useSearchParams } from 'react-router-dom';
import { asCalled, usePartner } from '../platform/account/partner-status.js';
import { keepMessage } from '../features/memories/keeping/keep-requests.js';
import { Conversation as Messages } from '../features/messages/conversation.js';
import { t } from '../texts/index.js';
import { Spinner } from '../ui/spinner.js';
import appStyles from './app.module.css';
import { Connection } from './layout/connection.js';

/** The couple's conversation, on its own page and on the dashboard. */
export function Conversation({ isEmbedded = false }: { isEmbedded?: boolean }) {
  const { partner, couple, nickname } = usePartner();
  const [params] = useSearchParams();
  const seq = Number(params.get('seq'));
  const jumpTo = Number.isSafeInteger(seq) && seq > 0 ? seq : null;
  if (partner && couple)
    return (
      <Messages
        key={couple.chatId}
        chatId={couple.chatId}
        partner={asCalled(partner, nickname)}
        jumpTo={jumpTo}
        isEmbedded={isEmbedded}
        connection={isEmbedded ? null : <Connection />}
        onKeep={keepMessage}
      />
    );
  return (
    <div className={appStyles.waiting}>
      <Spinner label={t('app.loadingTheConversation')} />
    </div>
  );
}
