import { rules } from '@duet/contracts/plain';
import type { FormEvent } from 'react';
import { usePartner, useSetNicknameMutation } from '../../platform/account/partner-status.js';
import { showFailure } from '../../api/show-failure.js';
import { useTypedText } from '../../platform/app-lock/use-typed-text.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/text-field.js';
import { toast } from '../../ui/toast-queue.js';
import styles from './partners.module.css';

/** The user's nickname for the partner. */
export function NicknameForm() {
  const { partner, nickname } = usePartner();
  // If another device changes the nickname, the form restarts with the new one.
  return partner && <NameForm key={nickname} firstName={partner.firstName} current={nickname ?? ''} />;
}

function NameForm({ firstName, current }: { firstName: string; current: string }) {
  const [save, { isLoading }] = useSetNicknameMutation();
  const [nickname, setNickname] = useTypedText('nickname', current);
  const error = rules.nickname(nickname);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (error !== null) return;
    const answer = await save(nickname.trim());
    if (answer.error) return showFailure(answer.error, t('partners.failedToSaveTheNickname'));
    toast.success(answer.data.nickname === null ? t('partners.nicknameRemoved') : t('partners.nicknameSaved'));
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={styles.beside}>
      <TextField
        label={t('partners.nicknameForFirstName', { firstName })}
        description={t('partners.onlyYouSeeItLeaveIt')}
        value={nickname}
        onChange={setNickname}
        error={error}
        autoComplete="off"
      />
      <Button
        type="submit"
        isPending={isLoading}
        isDisabled={nickname.trim() === current}
        aria-label={t('partners.saveNickname')}
      >
        {t('common.save')}
      </Button>
    </form>
  );
}
