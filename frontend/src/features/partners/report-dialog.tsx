import type { PersonView, ReportReason } from '@duet/contracts';
import { ERRORS, LIMITS, REPORT_REASONS, rules } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { useClientIds } from '../../platform/app-lock/use-client-ids.js';
import { useTypedText } from '../../platform/app-lock/use-typed-text.js';
import { type PlainTextKey, said, t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { TextArea } from '../../ui/text-area.js';
import { Choice } from '../../ui/toggle.js';
import { BlockDialog } from './block-dialog.js';
import styles from './partners.module.css';
import { useReportMutation } from './partners-api.js';

const REASON_WORDS: Record<ReportReason, PlainTextKey> = {
  harassment: 'reports.reasonHarassment',
  threat: 'reports.reasonThreat',
  impersonation: 'reports.reasonImpersonation',
  minor: 'reports.reasonMinor',
  spam: 'reports.reasonSpam',
  other: 'reports.reasonOther',
};

const useReason = createTypedState<ReportReason | null>();

interface ReportDialogProps {
  person: PersonView;
  /** The message that the report names; null for none. */
  messageId?: string | null;
  /** The user has blocked the person already, so that it is not offered. */
  isBlocked?: boolean;
  onClose: () => void;
}

/** Reports a person, and offers to block them afterwards. It is open while it is mounted. */
export function ReportDialog({ person, messageId = null, isBlocked = false, onClose }: ReportDialogProps) {
  const [step, setStep] = useState<'form' | 'filed' | 'block'>('form');
  const { firstName } = person;
  if (step === 'block') return <BlockDialog person={person} isOpen onClose={onClose} />;
  if (step === 'filed')
    return (
      <Dialog key="filed" title={t('reports.reportFiled')} isOpen onClose={onClose}>
        <div className={styles.filed}>
          <p>{t('reports.thankYouForTheReport', { firstName })}</p>
          {!isBlocked && <p>{t('reports.blockAfterReport', { firstName })}</p>}
        </div>
        <DialogActions>
          {!isBlocked && (
            <Button look="dangerQuiet" onPress={() => setStep('block')}>
              {t('partners.blockFirstName', { firstName })}
            </Button>
          )}
          <Button look="primary" onPress={onClose}>
            {t('reports.done')}
          </Button>
        </DialogActions>
      </Dialog>
    );
  return (
    <Dialog key="form" title={t('partners.reportFirstName', { firstName })} isOpen onClose={onClose}>
      <ReportForm person={person} messageId={messageId} onFiled={() => setStep('filed')} onCancel={onClose} />
    </Dialog>
  );
}

interface FormProps {
  person: PersonView;
  messageId: string | null;
  onFiled: () => void;
  onCancel: () => void;
}

function ReportForm({ person, messageId, onFiled, onCancel }: FormProps) {
  const [report, { isLoading, error }] = useReportMutation();
  const place = `report/${person._id}/${messageId ?? ''}`;
  const { idOf } = useClientIds(place);
  const [reason, setReason] = useReason(place, null);
  const [text, setText] = useTypedText(place);
  const complaint = rules.reportText(text.trim());
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (reason === null || complaint !== null || isLoading) return;
    const content = { reason, text: text.trim(), messageIds: messageId === null ? [] : [messageId] };
    const { data } = await report({ userId: person._id, ...content, clientId: idOf(content) });
    if (data) onFiled();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={styles.reportForm}>
      <Choice
        label={t('reports.whatHappened')}
        value={reason}
        options={REPORT_REASONS.map((value) => ({ value, label: t(REASON_WORDS[value]) }))}
        onChange={setReason}
      />
      <TextArea
        label={t('reports.reportTextOptional')}
        value={text}
        onChange={setText}
        limit={LIMITS.reportTextLength}
        error={complaint}
      />
      <p className={styles.soft}>
        {t('reports.reportIsSecret', { firstName: person.firstName, reportDays: LIMITS.reportDays })}{' '}
        {messageId !== null && t('reports.messageGoesAlong')}
      </p>
      <p className={styles.soft}>{t('reports.ifYouAreInDanger')}</p>
      {error !== undefined && <Banner tone="error">{sentence(error)}</Banner>}
      <DialogActions>
        <Button onPress={onCancel}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isLoading} isDisabled={reason === null || complaint !== null}>
          {t('reports.sendReport')}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Names what is missing; the general text would be 'Resource not found'. */
function sentence(error: unknown): string {
  const { code, messages } = failureOf(error);
  if (code === 'USER_NOT_FOUND' || code === 'MESSAGE_NOT_FOUND') return said(ERRORS[code].message);
  return code === 'RATE_LIMITED' ? t('reports.tooManyReports') : messages.join(' ');
}
