import { type FormEvent, type ReactNode, useState } from 'react';
import { t } from '../texts/index.js';
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
  /** The word that the user must type to confirm. */
  word?: string;
  isPending?: boolean;
  children: ReactNode;
}

/** Asks for confirmation of an act that cannot be undone. */
export function ConfirmDialog({ isOpen, title, onClose, ...rest }: ConfirmDialogProps) {
  return (
    <Dialog role="alertdialog" title={title} isOpen={isOpen} onClose={onClose}>
      <ConfirmForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

/** Mounted only while the dialog is open, so that a cancel clears the typed word. */
function ConfirmForm({
  onClose,
  onConfirm,
  confirmLabel,
  word,
  isPending = false,
  children,
}: Omit<ConfirmDialogProps, 'isOpen' | 'title'>) {
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
        <TextField
          label={t('ui.typeWordToConfirm', { word })}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck="false"
        />
      )}
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="danger" isDisabled={!ready} isPending={isPending}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </form>
  );
}
