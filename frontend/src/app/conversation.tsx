import { useSearchParams } from 'react-router-dom';
import { asCalled, usePartner } from '../api/partner-status.js';
import { Conversation as Messages } from '../features/messages/conversation.js';
import { Spinner } from '../ui/spinner.js';
import appStyles from './app.module.css';

/** Where the conversation of the two stands, on its own page and on the dashboard. */
export function Conversation() {
  const { partner, couple, nickname } = usePartner();
  const [params] = useSearchParams();
  const seq = Number(params.get('seq'));
  const jumpTo = Number.isSafeInteger(seq) && seq > 0 ? seq : null;
  if (partner && couple) return <Messages key={couple.chatId} chatId={couple.chatId} partner={asCalled(partner, nickname)} jumpTo={jumpTo} />;
  return (
    <div className={appStyles.waiting}>
      <Spinner label="Loading the conversation" />
    </div>
  );
}
