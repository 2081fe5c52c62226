import { useState } from 'react';
import { useConfirmWithPasskey } from '../../platform/passkeys/passkeys.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import styles from './app-lock.module.css';

interface PasskeyQuestionProps {
  submitLabel: string;
  onRight: () => void;
  onCancel?: () => void;
}

/** Asks for a passkey, which the server checks: this needs a connection. */
export function PasskeyQuestion({ submitLabel, onRight, onCancel }: PasskeyQuestionProps) {
  const confirmWithPasskey = useConfirmWithPasskey();
  const [isAsking, setAsking] = useState(false);
  const [failed, setFailed] = useState<readonly string[]>([]);
  const ask = async (): Promise<void> => {
    setAsking(true);
    setFailed([]);
    const outcome = await confirmWithPasskey();
    setAsking(false);
    if (outcome.ended === 'done') onRight();
    if (outcome.ended === 'failed') setFailed(outcome.messages);
  };
  return (
    <div className={styles.form}>
      {failed.length > 0 && <Banner tone="error">{failed.join(' ')}</Banner>}
      {failed.length > 0 && <p className={styles.pause}>{t('appLock.duetsServerChecksYourPasskeySo')}</p>}
      <div className={onCancel ? styles.buttons : styles.only}>
        {onCancel && <Button onPress={onCancel}>{t('common.cancel')}</Button>}
        <Button look="primary" onPress={() => void ask()} isPending={isAsking} autoFocus>
          {submitLabel}
        </Button>
      </div>
    </div>
  );
}
