import type { PersonView } from '@duet/contracts';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { showFailure } from '../../api/show-failure.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { IconButton } from '../../ui/icon-button.js';
import { useBlockMutation } from './partners-api.js';

export function BlockButton({ person }: { person: PersonView }) {
  const [asking, setAsking] = useState(false);
  const [block, { isLoading }] = useBlockMutation();
  const confirm = async (): Promise<void> => {
    const { error } = await block({ userId: person._id });
    if (error) return showFailure(error);
    setAsking(false);
  };
  return (
    <>
      <IconButton label={`Block ${person.firstName}`} onPress={() => setAsking(true)}>
        <Ban size={18} aria-hidden />
      </IconButton>
      <ConfirmDialog
        title={`Block ${person.firstName}?`}
        isOpen={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void confirm()}
        confirmLabel="Block"
        isPending={isLoading}
      >
        <p>They neither find you nor reach you any more, and they are not told. You can undo it in Settings.</p>
      </ConfirmDialog>
    </>
  );
}
