import type { PersonView } from '@duet/contracts';
import { ERRORS, LIMITS, TEXTS, rules } from '@duet/contracts/plain';
import { Check, Heart } from 'lucide-react';
import { useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { TextArea } from '../../ui/text-area.js';
import { toast } from '../../ui/toast-queue.js';
import styles from './partners.module.css';
import { useSendRequestMutation } from './partners-api.js';
import { PersonRow } from './person-row.js';

/** One search result, and the request that may be sent to them. */
export function AskPerson({ person, isAsked }: { person: PersonView; isAsked: boolean }) {
  const [writing, setWriting] = useState(false);
  const [done, setDone] = useState(false);
  const asked = done || isAsked;
  return (
    <PersonRow
      person={person}
      below={writing && !asked && <Compose person={person} onSent={() => setDone(true)} onCancel={() => setWriting(false)} />}
    >
      {asked && (
        <Button look="soft" size="small" isDisabled>
          <Check size={16} aria-hidden /> Request sent
        </Button>
      )}
      {!asked && !writing && (
        <Button look="soft" size="small" onPress={() => setWriting(true)} aria-label={`Send request to ${person.firstName} ${person.lastName}`}>
          <Heart size={16} aria-hidden /> Send Request
        </Button>
      )}
    </PersonRow>
  );
}

function Compose({ person, onSent, onCancel }: { person: PersonView; onSent: () => void; onCancel: () => void }) {
  const [message, setMessage] = useState('');
  const [send, { isLoading, error }] = useSendRequestMutation();
  const complaint = rules.requestMessage(message);
  const submit = async (): Promise<void> => {
    const { data } = await send({ receiverId: person._id, message: message.trim() });
    // They had asked first: the request is the answer, and both are linked.
    if (data?.partner) toast.success(TEXTS.success.linkPartner);
    else if (data) onSent();
  };
  return (
    <div className={styles.compose}>
      <TextArea
        label={`Message to ${person.firstName} (optional)`}
        value={message}
        onChange={setMessage}
        limit={LIMITS.requestMessageLength}
        error={complaint}
        autoFocus
      />
      {error !== undefined && <Banner tone="error">{sentence(error)}</Banner>}
      <div className={styles.actions}>
        <Button look="primary" size="small" onPress={() => void submit()} isPending={isLoading} isDisabled={complaint !== null}>
          Send Request
        </Button>
        <Button look="ghost" size="small" onPress={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** In place there is room for what happened exactly. */
const sentence = (error: unknown): string => {
  const { code, messages } = failureOf(error);
  return code === 'USER_NOT_FOUND' ? ERRORS.USER_NOT_FOUND.message : messages.join(' ');
};
