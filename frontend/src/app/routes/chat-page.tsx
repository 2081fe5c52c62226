import { Navigate, useParams } from 'react-router-dom';
import { usePartner, useGetPartnerStatusQuery } from '../../api/partner-status.js';
import { Spinner } from '../../ui/spinner.js';
import { Conversation } from '../conversation.js';
import { NotFoundPage } from '../not-found-page.js';
import styles from './pages.module.css';

/** One conversation per couple: with its id or without it is the same; any other id is nobody's. */
export function ChatPage() {
  const { chatId } = useParams();
  const { partner, couple } = usePartner();
  const { isUninitialized, isLoading } = useGetPartnerStatusQuery();
  const isKnown = !isUninitialized && !isLoading;
  if (!partner && !isKnown) return <Spinner label="Loading" />;
  if (!partner) return <Navigate to="/dashboard" replace />;
  if (chatId !== undefined && !couple && !isKnown) return <Spinner label="Loading" />;
  if (chatId !== undefined && couple && couple.chatId !== chatId) return <NotFoundPage />;
  return (
    <div className={styles.chat} data-fills-page>
      <h1 className="visually-hidden">Chat with {partner.firstName}</h1>
      <Conversation />
    </div>
  );
}
