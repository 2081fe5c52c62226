import { usePartner } from '../api/partner-status.js';
import { Conversation as Messages } from '../features/messages/conversation.js';
import { Spinner } from '../ui/spinner.js';
import appStyles from './app.module.css';

/** Where the conversation of the two stands, on its own page and on the dashboard. */
export function Conversation() {
  const { partner, couple } = usePartner();
  if (partner && couple) return <Messages key={couple.chatId} chatId={couple.chatId} partner={partner} />;
  return (
    <div className={appStyles.waiting}>
      <Spinner label="Loading the conversation" />
    </div>
  );
}
