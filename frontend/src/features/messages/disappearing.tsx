import type { DisappearAfter } from '@duet/contracts';
import { useState } from 'react';
import { showFailure } from '../../api/show-failure.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { Choice } from '../../ui/toggle.js';
import { useSetDisappearingMutation } from './messages-api.js';

/** The contract's times, in seconds. */
const WORDS: Record<DisappearAfter, string> = { 3600: '1 hour', 86_400: '1 day', 604_800: '7 days', 2_592_000: '30 days' };

const OPTIONS = [{ value: 'off', label: 'Off' }, ...Object.entries(WORDS).map(([value, label]) => ({ value, label }))];

export const disappearingWords = (seconds: number): string => OPTIONS.find(({ value }) => value === String(seconds))?.label ?? `${Math.round(seconds / 3600)} hours`;

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
  const [chosen, setChosen] = useState(seconds === null ? 'off' : String(seconds));
  const [change, { isLoading }] = useSetDisappearingMutation();
  const save = async (): Promise<void> => {
    const { error } = await change({ chatId, seconds: chosen === 'off' ? null : Number(chosen) });
    if (error) showFailure(error);
    else onDone();
  };
  return (
    <>
      <p>New messages disappear for both of you after this time. Messages that are there already stay as they are.</p>
      <Choice label="Disappear after" value={chosen} options={OPTIONS} onChange={setChosen} />
      <DialogActions>
        <Button look="primary" isPending={isLoading} onPress={() => void save()}>
          Save
        </Button>
      </DialogActions>
    </>
  );
}
