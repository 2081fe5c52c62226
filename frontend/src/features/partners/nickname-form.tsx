import { rules } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { usePartner, useSetNicknameMutation } from '../../api/partner-status.js';
import { showFailure } from '../../api/show-failure.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/text-field.js';
import { toast } from '../../ui/toast-queue.js';
import styles from './partners.module.css';

/** What one calls the partner. */
export function NicknameForm() {
  const { partner, nickname } = usePartner();
  // Another device of one's own may have given another name: then that is the one to change.
  return partner && <NameForm key={nickname} firstName={partner.firstName} held={nickname ?? ''} />;
}

function NameForm({ firstName, held }: { firstName: string; held: string }) {
  const [save, { isLoading }] = useSetNicknameMutation();
  const [nickname, setNickname] = useState(held);
  const error = rules.nickname(nickname);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (error !== null) return;
    const answer = await save(nickname.trim());
    if (answer.error) return showFailure(answer.error, 'Failed to save the nickname');
    toast.success(answer.data.nickname === null ? 'Nickname removed' : 'Nickname saved');
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={styles.beside}>
      <TextField
        label={`Nickname for ${firstName}`}
        description="Only you see it. Leave it empty for none."
        value={nickname}
        onChange={setNickname}
        error={error}
        autoComplete="off"
      />
      <Button type="submit" isPending={isLoading} isDisabled={nickname.trim() === held} aria-label="Save nickname">
        Save
      </Button>
    </form>
  );
}
