import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { useNames } from '../../platform/account/names.js';
import { usePartner, useGetPartnerStatusQuery } from '../../platform/account/partner-status.js';
import { followVisibleHeight } from '../../platform/device/visible-height.js';
import { t } from '../../texts/index.js';
import { Spinner } from '../../ui/spinner.js';
import { CoupleConversation } from '../couple-conversation.js';
import { NotFound } from '../not-found-page.js';
import styles from './pages.module.css';

/** The couple's conversation, with or without its id in the path; any other id is not found. */
export function ChatPage() {
  const { chatId } = useParams();
  const { partner, couple } = usePartner();
  const { partner: firstName } = useNames();
  const { isUninitialized, isLoading } = useGetPartnerStatusQuery();
  useEffect(followVisibleHeight, []);
  const isKnown = !isUninitialized && !isLoading;
  if (!partner && !isKnown) return <Spinner label={t('common.loading')} />;
  if (!partner) return <Navigate to="/dashboard" replace />;
  if (chatId !== undefined && !couple && !isKnown) return <Spinner label={t('common.loading')} />;
  if (chatId !== undefined && couple && couple.chatId !== chatId) return <NotFound />;
  return (
    <div className={styles.chat} data-fills-page>
      <h1 className="visually-hidden">{t('app.chatWithFirstName', { firstName })}</h1>
      <CoupleConversation />
    </div>
  );
}
