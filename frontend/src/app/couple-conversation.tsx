import { Suspense, lazy, useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { asCalled, usePartner } from '../platform/account/partner-status.js';
import { DrawCardContext } from '../cards/draw-card.js';
import type { ReportMessage } from '../features/messages/actions/acts.js';
import { Conversation } from '../features/messages/conversation.js';
import { t } from '../texts/index.js';
import { late } from '../ui/late.js';
import { Spinner } from '../ui/spinner.js';
import appStyles from './app.module.css';
import { drawCard } from './draw-card.js';
import { ConnectionStatus } from './layout/connection-status.js';
import { useMessageMakes } from './use-message-makes.js';

const ReportDialog = lazy(async () => ({
  default: (await import('../features/partners/report-dialog.js')).ReportDialog,
}));

const Loading = () => <Spinner label={t('app.loadingTheConversation')} />;

const CoupleState = late(async () => (await import('./couple-state.js')).CoupleState, Loading);

/** The couple's conversation, on its own page and on the dashboard. */
export function CoupleConversation({ isEmbedded = false }: { isEmbedded?: boolean }) {
  const { partner, couple, nickname } = usePartner();
  const [params] = useSearchParams();
  const { makes, form } = useMessageMakes();
  const [reporting, setReporting] = useState<{ messageId: string | null } | null>(null);
  const report: ReportMessage = useCallback((message) => setReporting({ messageId: message?._id ?? null }), []);
  const seq = Number(params.get('seq'));
  const jumpTo = Number.isSafeInteger(seq) && seq > 0 ? seq : null;
  if (partner && couple)
    return (
      <DrawCardContext value={drawCard}>
        <Conversation
          key={couple.chatId}
          chatId={couple.chatId}
          partner={asCalled(partner, nickname)}
          jumpTo={jumpTo}
          isEmbedded={isEmbedded}
          connection={isEmbedded ? null : <ConnectionStatus />}
          makes={makes}
          onReport={report}
        />
        {form}
        {reporting && (
          <Suspense fallback={null}>
            <ReportDialog person={partner} messageId={reporting.messageId} onClose={() => setReporting(null)} />
          </Suspense>
        )}
      </DrawCardContext>
    );
  return (
    <div className={appStyles.waiting}>
      <CoupleState loading={<Loading />} />
    </div>
  );
}
