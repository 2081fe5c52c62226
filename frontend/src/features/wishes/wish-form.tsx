import type { WishView } from '@duet/contracts';
import { LIMITS, rules } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { useNames } from '../../platform/account/names.js';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { useClientIds } from '../../platform/app-lock/use-client-ids.js';
import { t } from '../../texts/index.js';
import { ErrorBanners } from '../../ui/error-banners.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { TextField } from '../../ui/text-field.js';
import { useChangeWishMutation, useCreateWishMutation } from './wishes-api.js';
import styles from './wishes.module.css';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
}

interface Words {
  title: string;
  points: number;
}

const FIRST_POINTS = '20';

/** A new wish. @param title its first title */
export function WishForm({ title = '', isOpen, onClose }: DialogProps & { title?: string }) {
  return (
    <Dialog title={t('wishes.newWish')} isOpen={isOpen} onClose={onClose}>
      <NewForm title={title} onClose={onClose} />
    </Dialog>
  );
}

/** Changes an own wish that nobody has redeemed. */
export function EditWish({ wish, isOpen, onClose }: DialogProps & { wish: WishView }) {
  return (
    <Dialog title={t('wishes.change')} isOpen={isOpen} onClose={onClose}>
      <EditForm wish={wish} onClose={onClose} />
    </Dialog>
  );
}

function NewForm({ title, onClose }: Pick<DialogProps, 'onClose'> & { title: string }) {
  const [create, { isLoading, error }] = useCreateWishMutation();
  const { idOf } = useClientIds('wish');
  const send = async (words: Words): Promise<void> => {
    const answer = await create({ ...words, clientId: idOf(words) });
    if (!answer.error) onClose();
  };
  return (
    <Fields
      place={`new/${title}`}
      first={{ title, points: FIRST_POINTS }}
      error={error}
      isSending={isLoading}
      save={t('wishes.add')}
      onSend={(words) => void send(words)}
      onClose={onClose}
    />
  );
}

/** Mounted only while the dialog is open: it keeps what is typed when the wish changes meanwhile. */
function EditForm({ wish, onClose }: Pick<DialogProps, 'onClose'> & { wish: WishView }) {
  const [change, { isLoading, error }] = useChangeWishMutation();
  const [{ _id: id, version, title, points }] = useState(wish);
  const send = async (words: Words): Promise<void> => {
    const answer = await change({ id, version, ...words });
    if (!answer.error) onClose();
  };
  return (
    <Fields
      place={`${id}/${version}`}
      first={{ title, points: String(points) }}
      error={error}
      isSending={isLoading}
      save={t('wishes.save')}
      onSend={(words) => void send(words)}
      onClose={onClose}
    />
  );
}

interface Typed {
  title: string;
  points: string;
}

const useDraft = createTypedState<Typed>();

interface FieldsProps extends Pick<DialogProps, 'onClose'> {
  /** The owner of the words: those that the app lock interrupts come back there. */
  place: string;
  first: Typed;
  /** Why the server refused the last call. */
  error: unknown;
  isSending: boolean;
  save: string;
  onSend: (words: Words) => void;
}

const wrongPoints = (points: string): string | null => {
  const value = Number(points);
  const isFine = /^\d+$/.test(points.trim()) && value >= 1 && value <= LIMITS.wishPoints;
  return isFine ? null : t('wishes.choosePoints', { most: LIMITS.wishPoints });
};

function problemsOf(error: unknown): string[] {
  if (error === undefined) return [];
  const { code, silent, messages } = failureOf(error, t('common.failed'));
  if (code === 'VERSION_CONFLICT') return [t('wishes.changedMeanwhile')];
  return silent ? [] : messages;
}

function Fields({ place, first, error, isSending, save, onSend, onClose }: FieldsProps) {
  const { partner } = useNames();
  const [{ title, points }, setDraft] = useDraft(place, first);
  const [isAsked, setAsked] = useState(false);
  const wrong = { title: rules.dateTitle(title), points: wrongPoints(points) };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (wrong.title === null && wrong.points === null && !isSending)
      onSend({ title: title.trim(), points: Number(points) });
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <TextField
        label={t('wishes.title', { partner })}
        placeholder={t('wishes.titlePlaceholder')}
        value={title}
        onChange={(value) => setDraft({ title: value, points })}
        error={isAsked ? wrong.title : null}
        isRequired
      />
      <TextField
        label={t('wishes.pointsLabel')}
        description={t('wishes.pointsWords')}
        value={points}
        onChange={(value) => setDraft({ title, points: value })}
        error={isAsked ? wrong.points : null}
        inputMode="numeric"
        isRequired
      />
      <ErrorBanners messages={problemsOf(error)} />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isSending}>
          {save}
        </Button>
      </DialogActions>
    </form>
  );
}
