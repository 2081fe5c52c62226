import { showFailure } from '../../api/show-failure.js';
import { disappearAfter, disappearingChoice, disappearingOptions } from '../../platform/account/disappear-after.js';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { Choice } from '../../ui/toggle.js';
import { useSetDisappearingMutation } from './messages-api.js';

interface DisappearingDialogProps {
  chatId: string;
  seconds: number | null;
  isOpen: boolean;
  onClose: () => void;
}

/** Chooses after which time new messages disappear, for both. */
export function DisappearingDialog({ isOpen, onClose, ...props }: DisappearingDialogProps) {
  return (
    <Dialog title={t('messages.disappearingMessages')} isOpen={isOpen} onClose={onClose}>
      <Times {...props} onDone={onClose} />
    </Dialog>
  );
}

const useChosen = createTypedState<string>();

/** Mounted only while the dialog is open. */
function Times({
  chatId,
  seconds,
  onDone,
}: Omit<DisappearingDialogProps, 'isOpen' | 'onClose'> & { onDone: () => void }) {
  const [chosen, setChosen] = useChosen(`${chatId}/${seconds}`, disappearingChoice(seconds));
  const [change, { isLoading }] = useSetDisappearingMutation();
  const save = async (): Promise<void> => {
    const { error } = await change({ chatId, seconds: disappearAfter(chosen) });
    if (error) showFailure(error);
    else onDone();
  };
  return (
    <>
      <p>{t('messages.newMessagesDisappearForBothOf')}</p>
      <Choice
        label={t('messages.disappearAfter')}
        value={chosen}
        options={disappearingOptions()}
        onChange={setChosen}
      />
      <DialogActions>
        <Button look="primary" isPending={isLoading} onPress={() => void save()}>
          {t('common.save')}
        </Button>
      </DialogActions>
    </>
  );
}
