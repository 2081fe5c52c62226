import { t } from '../texts/index.js';
import { Button } from '../ui/button.js';
import { Dialog, DialogActions } from '../ui/dialog.js';

interface AlertProps {
  title: string;
  /** One sentence per line. The alert is open while there is any. */
  lines: readonly string[];
  onClose: () => void;
}

/** An alert that must be confirmed, as the specification asks for. */
export function Alert({ title, lines, onClose }: AlertProps) {
  return (
    <Dialog role="alertdialog" title={title} isOpen={lines.length > 0} onClose={onClose}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <DialogActions>
        <Button look="primary" autoFocus onPress={onClose}>
          {t('media.ok')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
