import { Button } from '../../../ui/button.js';
import { Dialog, DialogActions } from '../../../ui/dialog.js';

interface AlertProps {
  title: string;
  /** One sentence a line; none: it is closed. */
  lines: readonly string[];
  onClose: () => void;
}

/** What a person has to know before going on, as the specification's alerts. */
export function Alert({ title, lines, onClose }: AlertProps) {
  return (
    <Dialog role="alertdialog" title={title} isOpen={lines.length > 0} onClose={onClose}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <DialogActions>
        <Button look="primary" autoFocus onPress={onClose}>
          OK
        </Button>
      </DialogActions>
    </Dialog>
  );
}
