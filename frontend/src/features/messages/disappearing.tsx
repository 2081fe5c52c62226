import { useState } from 'react';
import { DISAPPEARING_OPTIONS, disappearAfter, disappearingChoice } from '../../api/disappearing-words.js';
import { showFailure } from '../../api/show-failure.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { Choice } from '../../ui/toggle.js';
import { useSetDisappearingMutation } from './messages-api.js';

export const disappearingWords = (seconds: number): string => DISAPPEARING_OPTIONS.find(({ value }) => value === String(seconds))?.label ?? `${Math.round(seconds / 3600)} hours`;

interface DisappearingDialogProps {
  chatId: string;
  seconds: number | null;
  isOpen: boolean;
  onClose: () => void;
}

/** After which time new messages disappear, for both. */
export function DisappearingDialog({ isOpen, onClose, ...props }: DisappearingDialogProps) {
  return (
    <Dialog title="Disappearing messages" isOpen={isOpen} onClose={onClose}>
      <Times {...props} onDone={onClose} />
    </Dialog>
  );
}

/** Lives only while the dialog is open. */
function Times({ chatId, seconds, onDone }: Omit<DisappearingDialogProps, 'isOpen' | 'onClose'> & { onDone: () => void }) {
  const [chosen, setChosen] = useState(disappearingChoice(seconds));
  const [change, { isLoading }] = useSetDisappearingMutation();
  const save = async (): Promise<void> => {
    const { error } = await change({ chatId, seconds: disappearAfter(chosen) });
    if (error) showFailure(error);
    else onDone();
  };
  return (
    <>
      <p>New messages disappear for both of you after this time. Messages that are there already stay as they are.</p>
      <Choice label="Disappear after" value={chosen} options={DISAPPEARING_OPTIONS} onChange={setChosen} />
      <DialogActions>
        <Button look="primary" isPending={isLoading} onPress={() => void save()}>
          Save
        </Button>
      </DialogActions>
    </>
  );
}
