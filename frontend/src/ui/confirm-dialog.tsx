import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from './button.js';
import { Dialog, DialogActions } from './dialog.js';
import styles from './overlay.module.css';
import { TextField } from './text-field.js';

interface ConfirmDialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  confirmLabel: string;
  /** The word that must be typed before the act is possible. */
  word?: string;
  isPending?: boolean;
  children: ReactNode;
}

/** Asks before something that cannot simply be undone. */
export function ConfirmDialog({ isOpen, title, onClose, ...rest }: ConfirmDialogProps) {
  return (
    <Dialog role="alertdialog" title={title} isOpen={isOpen} onClose={onClose}>
      <ConfirmForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

/** Lives only while the dialog is open, so a typed word never survives a cancel. */
function ConfirmForm({ onClose, onConfirm, confirmLabel, word, isPending = false, children }: Omit<ConfirmDialogProps, 'isOpen' | 'title'>) {
  const [typed, setTyped] = useState('');
  const ready = word === undefined || typed.trim() === word;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ready && !isPending) onConfirm();
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      {children}
      {word !== undefined && (
        <TextField label={`Type ${word} to confirm`} value={typed} onChange={setTyped} autoComplete="off" autoCapitalize="characters" spellCheck="false" />
      )}
      <DialogActions>
        <Button onPress={onClose}>Cancel</Button>
        <Button type="submit" look="danger" isDisabled={!ready} isPending={isPending}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </form>
  );
}
