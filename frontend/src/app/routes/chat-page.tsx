import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { useNames } from '../../platform/account/names.js';
import { useGetPartnerStatusQuery, usePartner } from '../../platform/account/partner-status.js';
import { followVisibleHeight } from '../../platform/device/visible-height.js';
import { t } from '../../texts/index.js';
import { late } from '../../ui/late.js';
import { CoupleConversation } from '../couple-conversation.js';
import styles from './pages.module.css';

const NotFound = late(async () => (await import('../not-found-page.js')).NotFound, null, 'throw');

/** The couple's conversation, with or without its id in the path; any other id is not found. */
export function ChatPage() {
  const { chatId } = useParams();
  const { partner, couple, isAlone } = usePartner();
  const { partner: firstName } = useNames();
  const { isError } = useGetPartnerStatusQuery();
  // Without the conversation's header only the frame of the app leads away from a failure.
  const isLost = isError && !couple;
  useEffect(followVisibleHeight, []);
  if (isAlone) return <Navigate to="/dashboard" replace />;
  if (chatId !== undefined && couple && couple.chatId !== chatId) return <NotFound />;
  return (
    <div className={styles.chat} data-fills-page={isLost ? undefined : true}>
      <h1 className="visually-hidden">{partner ? t('app.chatWithFirstName', { firstName }) : t('common.chat')}</h1>
      <CoupleConversation />
    </div>
  );
}
