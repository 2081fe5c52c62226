import { getLocalTimeZone, today } from '@internationalized/date';
import type { CapsuleKind } from '@duet/contracts';
import { LIMITS, rules } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { failureOf } from '../../../api/errors.js';
import { createTypedState } from '../../../platform/app-lock/typed-state.js';
import { useClientIds } from '../../../platform/app-lock/use-client-ids.js';
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
  type TypedAppearance,
  emojiOf,
  tagsOf,
  typedAppearance,
  wrongAppearance,
} from './capsule-fields.js';
import { useCreateCapsuleMutation } from './capsules-api.js';
import styles from './capsules.module.css';

interface Draft {
  kind: CapsuleKind;
  title: string;
  description: string;
  appearance: TypedAppearance;
  opening: Opening;
}

const emptyCapsule = (): Draft => ({
  kind: 'timed',
  title: '',
  description: '',
  appearance: typedAppearance({ emoji: null, tags: [] }),
  opening: { day: null, zone: getLocalTimeZone(), openRule: 'together' },
});

const useDraft = createTypedState<Draft>();

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
  const [draft, setDraft] = useDraft('capsule', emptyCapsule);
  const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  const [isAsked, setAsked] = useState(false);
  const [problems, setProblems] = useState<string[]>([]);
  const { idOf } = useClientIds('capsule');
  const { kind, title, description, appearance, opening } = draft;
  const isTimed = kind === 'timed';
  const { day, zone, openRule } = opening;
  const wrongTitle = rules.dateTitle(title);
  const wrongDay = isTimed && (!day || day.compare(today(zone)) <= 0) ? t('capsules.chooseADay') : null;
  const wrong = wrongAppearance(appearance);

  const send = async (): Promise<void> => {
    const content = {
      title: title.trim(),
      kind,
      description: description.trim(),
      emoji: emojiOf(appearance),
      ...(appearance.theme && { theme: appearance.theme }),
      tags: tagsOf(appearance),
      ...(isTimed && day && { unlockAt: day.toString(), unlockTz: zone, openRule }),
    };
    const { data, error } = await create({ ...content, clientId: idOf(content) });
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
        onChange={(value) => change({ kind: value })}
      />
      <p className={styles.soft}>{t(isTimed ? 'capsules.timedWords' : 'capsules.keepsakeWords')}</p>
      <TextField
        label={t('capsules.title')}
        placeholder={t('capsules.titlePlaceholder')}
        value={title}
        onChange={(value) => change({ title: value })}
        error={isAsked ? wrongTitle : null}
        isRequired
      />
      <TextArea
        label={t('capsules.description')}
        value={description}
        onChange={(value) => change({ description: value })}
        limit={LIMITS.capsuleDescriptionLength}
        rows={2}
      />
      <AppearanceFields
        typed={appearance}
        onChange={(value) => change({ appearance: value })}
        {...(isAsked && { wrong })}
      />
      {isTimed && (
        <OpeningFields
          opening={opening}
          zones={[zone]}
          onChange={(value) => change({ opening: value })}
          error={isAsked ? wrongDay : null}
        />
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
