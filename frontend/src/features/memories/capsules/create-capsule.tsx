import { getLocalTimeZone, today } from '@internationalized/date';
import type { CapsuleKind } from '@duet/contracts';
import { LIMITS, rules } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { failureOf } from '../../../api/errors.js';
import { t } from '../../../texts/index.js';
import { ErrorBanners } from '../../../ui/error-banners.js';
import { Button } from '../../../ui/button.js';
import { Dialog, DialogActions } from '../../../ui/dialog.js';
import { TextArea } from '../../../ui/text-area.js';
import { TextField } from '../../../ui/text-field.js';
import { Choice } from '../../../ui/toggle.js';
import {
  AppearanceFields,
  type Opening,
  OpeningFields,
  emojiOf,
  tagsOf,
  typedAppearance,
  wrongAppearance,
} from './capsule-fields.js';
import { useCreateCapsuleMutation } from './capsules-api.js';
import styles from './capsules.module.css';

export function CreateCapsule({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title={t('capsules.newCapsule')} isOpen={isOpen} onClose={onClose}>
      <CreateForm onClose={onClose} />
    </Dialog>
  );
}

/** Lives only while the dialog is open. */
function CreateForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [create, { isLoading }] = useCreateCapsuleMutation();
  const [kind, setKind] = useState<CapsuleKind>('timed');
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [appearance, setAppearance] = useState(() => typedAppearance({ emoji: null, tags: [] }));
  const [zone] = useState(getLocalTimeZone);
  const [opening, setOpening] = useState<Opening>({ day: null, zone, openRule: 'together' });
  const [isAsked, setAsked] = useState(false);
  const [problems, setProblems] = useState<string[]>([]);
  // One form, one capsule: sending it again after a lost answer creates no second one.
  const [clientId] = useState(() => crypto.randomUUID());
  const isTimed = kind === 'timed';
  const { day, openRule } = opening;
  const wrongTitle = rules.dateTitle(title);
  const wrongDay = isTimed && (!day || day.compare(today(zone)) <= 0) ? t('capsules.chooseADay') : null;
  const wrong = wrongAppearance(appearance);

  const send = async (): Promise<void> => {
    const { data, error } = await create({
      title: title.trim(),
      kind,
      description: description.trim(),
      emoji: emojiOf(appearance),
      ...(appearance.theme && { theme: appearance.theme }),
      tags: tagsOf(appearance),
      clientId,
      ...(isTimed && day && { unlockAt: day.toString(), unlockTz: zone, openRule }),
    });
    if (data) return void navigate(`/memories/${data._id}`);
    const { silent, messages } = failureOf(error, t('capsules.creatingFailed'));
    setProblems(silent ? [] : messages);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if ([wrongTitle, wrongDay, wrong.emoji, wrong.tags].every((one) => one === null)) void send();
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <Choice
        label={t('capsules.whatWillItBe')}
        value={kind}
        options={[
          { value: 'timed', label: t('capsules.timed') },
          { value: 'keepsake', label: t('capsules.keepsake') },
        ]}
        onChange={setKind}
      />
      <p className={styles.soft}>{t(isTimed ? 'capsules.timedWords' : 'capsules.keepsakeWords')}</p>
      <TextField
        label={t('capsules.title')}
        placeholder={t('capsules.titlePlaceholder')}
        value={title}
        onChange={setTitle}
        error={isAsked ? wrongTitle : null}
        isRequired
      />
      <TextArea
        label={t('capsules.description')}
        value={description}
        onChange={setDescription}
        limit={LIMITS.capsuleDescriptionLength}
        rows={2}
      />
      <AppearanceFields typed={appearance} onChange={setAppearance} {...(isAsked && { wrong })} />
      {isTimed && (
        <OpeningFields opening={opening} zones={[zone]} onChange={setOpening} error={isAsked ? wrongDay : null} />
      )}
      <ErrorBanners messages={problems} />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isLoading}>
          {t('capsules.create')}
        </Button>
      </DialogActions>
    </form>
  );
}
