import { type CalendarDate, getLocalTimeZone, today } from '@internationalized/date';
import type { CapsuleKind, OpenRule } from '@duet/contracts';
import { LIMITS, rules } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { failureOf } from '../../../api/errors.js';
import { t } from '../../../texts/index.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { DayField } from '../../../ui/day-field.js';
import { Dialog, DialogActions } from '../../../ui/dialog.js';
import { TextArea } from '../../../ui/text-area.js';
import { TextField } from '../../../ui/text-field.js';
import { Choice } from '../../../ui/toggle.js';
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
  const [emoji, setEmoji] = useState('');
  const [openRule, setOpenRule] = useState<OpenRule>('together');
  const [day, setDay] = useState<CalendarDate | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [problems, setProblems] = useState<string[]>([]);
  // One form, one capsule: sending it again after a lost answer creates no second one.
  const [clientId] = useState(() => crypto.randomUUID());
  const zone = getLocalTimeZone();
  const isTimed = kind === 'timed';
  const wrongTitle = rules.dateTitle(title);
  const wrongDay = isTimed && (!day || day.compare(today(zone)) <= 0) ? t('capsules.chooseADay') : null;
  const wrongEmoji = emoji.trim() === '' ? null : rules.emoji(emoji.trim());

  const send = async (): Promise<void> => {
    const { data, error } = await create({
      title: title.trim(),
      kind,
      description: description.trim(),
      emoji: emoji.trim() || null,
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
    if ([wrongTitle, wrongDay, wrongEmoji].every((wrong) => wrong === null)) void send();
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
      <TextField label={t('capsules.emoji')} value={emoji} onChange={setEmoji} error={isAsked ? wrongEmoji : null} />
      {isTimed && (
        <>
          <DayField
            label={t('capsules.opensOnDay')}
            description={t('capsules.atNine', { zone: zone.replaceAll('_', ' ') })}
            value={day}
            onChange={setDay}
            error={isAsked ? wrongDay : null}
          />
          <Choice
            label={t('capsules.whoOpens')}
            value={openRule}
            options={[
              { value: 'together', label: t('capsules.bothTogether') },
              { value: 'either', label: t('capsules.whoeverComesFirst') },
            ]}
            onChange={setOpenRule}
          />
        </>
      )}
      {problems.map((problem) => (
        <Banner key={problem} tone="error">
          {problem}
        </Banner>
      ))}
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isLoading}>
          {t('capsules.create')}
        </Button>
      </DialogActions>
    </form>
  );
}
