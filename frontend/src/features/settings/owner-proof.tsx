import type { RequestExportDto } from '@duet/contracts';
import { TEXTS, rules } from '@duet/contracts/plain';
import { useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { canUsePasskeys, useGetPasskeysQuery, useShowPasskey } from '../../platform/passkeys/passkeys.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { PasswordField } from '../../ui/password-field.js';
import { useForm } from '../../ui/use-form.js';
import styles from './settings.module.css';

/** Sends the proof. It answers with the failure of the call, if any. */
type SendProof = (proof: RequestExportDto) => Promise<{ error?: unknown }>;

/** Asks for the password or a passkey before a call. `send` is that call. */
export function OwnerProof({
  label,
  submit: submitLabel,
  send,
  isPending,
  onClose,
}: {
  label: string;
  submit: string;
  send: SendProof;
  isPending: boolean;
  onClose: () => void;
}) {
  const { form, field, refuse, onSubmit } = useForm({ password: '' }, { password: rules.passwordGiven });
  const [failed, setFailed] = useState<readonly string[]>([]);
  const submit = onSubmit(async ({ password }) => {
    setFailed([]);
    const { error } = await send({ password });
    if (!error) return onClose();
    const { code, messages } = failureOf(error, TEXTS.unexpectedError);
    if (code === 'WRONG_PASSWORD') refuse({ password: messages.join(' ') });
    else setFailed(messages);
  });
  return (
    <form ref={form} className={styles.group} onSubmit={submit} noValidate aria-label={label}>
      {failed.length > 0 && <Banner tone="error">{failed.join(' ')}</Banner>}
      <PasswordField
        label={t('common.yourPassword')}
        autoComplete="current-password"
        autoFocus
        isRequired
        {...field('password')}
      />
      <div className={styles.buttons}>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <PasskeyButton send={send} onFailed={setFailed} onDone={onClose} />
        <Button type="submit" look="primary" isPending={isPending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

/** The proof by passkey. */
function PasskeyButton({
  send,
  onFailed,
  onDone,
}: {
  send: SendProof;
  onFailed: (messages: readonly string[]) => void;
  onDone: () => void;
}) {
  const { data: passkeys = [] } = useGetPasskeysQuery();
  const showPasskey = useShowPasskey();
  const [isAsking, setAsking] = useState(false);
  if (passkeys.length === 0 || !canUsePasskeys()) return null;
  const ask = async (): Promise<void> => {
    onFailed([]);
    setAsking(true);
    const shown = await showPasskey();
    const outcome = shown.ended === 'done' ? await send({ passkey: shown.answer }) : null;
    setAsking(false);
    if (shown.ended === 'failed') onFailed(shown.messages);
    if (outcome?.error) onFailed(failureOf(outcome.error, TEXTS.unexpectedError).messages);
    else if (outcome) onDone();
  };
  return (
    <Button onPress={() => void ask()} isPending={isAsking}>
      {t('settings.useAPasskey')}
    </Button>
  );
}
