import type { PersonView } from '@duet/contracts';
import { ERRORS, LIMITS, TEXTS, rules } from '@duet/contracts/plain';
import { Check, Heart } from 'lucide-react';
import { useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { useTypedText } from '../../platform/app-lock/use-typed-text.js';
import { said, t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { TextArea } from '../../ui/text-area.js';
import { toast } from '../../ui/toast-queue.js';
import styles from './partners.module.css';
import { useSendRequestMutation } from './partners-api.js';
import { PersonRow } from './person-row.js';
import { ReportButton } from './report-button.js';

/** One search result with a form to send a request. */
export function AskPerson({ person, isAsked }: { person: PersonView; isAsked: boolean }) {
  const [writing, setWriting] = useState(false);
  const [done, setDone] = useState(false);
  const asked = done || isAsked;
  return (
    <PersonRow
      person={person}
      below={
        writing && !asked && <Compose person={person} onSent={() => setDone(true)} onCancel={() => setWriting(false)} />
      }
    >
      {asked && (
        <Button look="soft" size="small" isDisabled>
          <Check size={16} aria-hidden /> {t('partners.requestSent')}
        </Button>
      )}
      {!asked && !writing && (
        <Button
          look="soft"
          size="small"
          onPress={() => setWriting(true)}
          aria-label={t('partners.sendRequestToFirstNameLastName', {
            firstName: person.firstName,
            lastName: person.lastName,
          })}
        >
          <Heart size={16} aria-hidden /> {t('partners.sendRequest')}
        </Button>
      )}
      <ReportButton person={person} />
    </PersonRow>
  );
}

function Compose({ person, onSent, onCancel }: { person: PersonView; onSent: () => void; onCancel: () => void }) {
  const [message, setMessage] = useTypedText(`request/${person._id}`);
  const [send, { isLoading, error }] = useSendRequestMutation();
  const complaint = rules.requestMessage(message);
  const submit = async (): Promise<void> => {
    const { data } = await send({ receiverId: person._id, message: message.trim() });
    // The other user had sent a request first: this one accepts it and links both.
    if (data?.partner) toast.success(TEXTS.success.linkPartner);
    else if (data) onSent();
  };
  return (
    <div className={styles.compose}>
      <TextArea
        label={t('partners.messageToFirstNameOptional', { firstName: person.firstName })}
        value={message}
        onChange={setMessage}
        limit={LIMITS.requestMessageLength}
        error={complaint}
        autoFocus
      />
      {error !== undefined && <Banner tone="error">{sentence(error)}</Banner>}
      <div className={styles.actions}>
        <Button
          look="primary"
          size="small"
          onPress={() => void submit()}
          isPending={isLoading}
          isDisabled={complaint !== null}
        >
          {t('partners.sendRequest')}
        </Button>
        <Button look="ghost" size="small" onPress={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  );
}

/** Names a missing user; the general text would be 'Resource not found'. */
const sentence = (error: unknown): string => {
  const { code, messages } = failureOf(error);
  return code === 'USER_NOT_FOUND' ? said(ERRORS.USER_NOT_FOUND.message) : messages.join(' ');
};
