import type { DailyType } from '@duet/contracts';
import { DAILY_TYPES, LIMITS, OPTIONS_OF, rules } from '@duet/contracts/plain';
import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { useClientIds } from '../../platform/app-lock/use-client-ids.js';
import { useTypedText } from '../../platform/app-lock/use-typed-text.js';
import { useNames } from '../../platform/account/names.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { TextArea } from '../../ui/text-area.js';
import { TextField } from '../../ui/text-field.js';
import { toast } from '../../ui/toast-queue.js';
import { Choice } from '../../ui/toggle.js';
import { useWriteQuestionMutation } from './daily-api.js';
import styles from './daily.module.css';
import { TYPE_WORDS } from './daily-words.js';

const types = () => DAILY_TYPES.map((value) => ({ value, label: t(TYPE_WORDS[value]) }));

const labelOf = (type: DailyType, place: number): string =>
  type === 'scale'
    ? t('dailyQuestion.scaleEndMeans', { value: place === 0 ? 1 : 5 })
    : t('dailyQuestion.choice', { place: place + 1 });

/** How a question is answered. */
interface Kind {
  type: DailyType;
  options: string[];
}

const FIRST_KIND: Kind = { type: 'open', options: ['', ''] };

const useKind = createTypedState<Kind>();

/** Writes a question for both partners. */
export function WriteQuestion({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title={t('dailyQuestion.writeYourOwnQuestion')} isOpen={isOpen} onClose={onClose}>
      <WriteForm onDone={onClose} />
    </Dialog>
  );
}

/** Mounted only while the dialog is open: closing it drops an unsent question. */
function WriteForm({ onDone }: { onDone: () => void }) {
  const { partner: name } = useNames();
  const [write, { isLoading }] = useWriteQuestionMutation();
  const { idOf } = useClientIds('question');
  const [text, setText] = useTypedText('question');
  const [{ type, options }, setKind] = useKind('question', FIRST_KIND);
  const [wrong, setWrong] = useState<{ text?: string | null; other?: string | null }>({});
  const [least, most] = OPTIONS_OF[type];
  const shown = options.slice(0, most);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const given = shown.map((option) => option.trim()).filter((option) => option !== '');
    const few = given.length < least || new Set(given).size < given.length;
    const problem = {
      text: rules.questionText(text),
      other: few ? t('dailyQuestion.pleaseFillInTheChoicesEach') : null,
    };
    setWrong(problem);
    if (problem.text !== null || problem.other !== null || isLoading) return;
    const content = { text: text.trim(), type, ...(most > 0 && { options: given }) };
    const { data, error } = await write({ ...content, clientId: idOf(content) });
    if (data) {
      toast.success(t('dailyQuestion.yourQuestionIsWaitingForIts'));
      return onDone();
    }
    const { silent, fields, messages } = failureOf(error, t('dailyQuestion.yourQuestionCouldNotBeSaved'));
    if (!silent) setWrong(fields['text'] === undefined ? { other: messages[0] ?? null } : { text: fields['text'] });
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={styles.form}>
      <p className={styles.soft}>{t('dailyQuestion.comesUp', { name })}</p>
      <TextArea
        label={t('dailyQuestion.yourQuestion')}
        value={text}
        onChange={setText}
        rows={2}
        error={wrong.text}
        limit={LIMITS.questionLength}
        autoFocus
      />
      <Choice
        label={t('dailyQuestion.howItIsAnswered')}
        value={type}
        options={types()}
        onChange={(next) => setKind({ type: next, options })}
      />
      {shown.map((option, place) => (
        // The index is a stable key: options are never reordered.
        <TextField
          key={place}
          label={labelOf(type, place)}
          value={option}
          maxLength={LIMITS.questionOptionLength}
          onChange={(next) => setKind({ type, options: options.map((option, at) => (at === place ? next : option)) })}
        />
      ))}
      {most > shown.length && (
        <div>
          <Button size="small" onPress={() => setKind({ type, options: [...options, ''] })}>
            <Plus size={16} aria-hidden /> {t('dailyQuestion.addAChoice')}
          </Button>
        </div>
      )}
      {wrong.other && <Banner tone="error">{wrong.other}</Banner>}
      <DialogActions>
        <Button onPress={onDone}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isLoading}>
          {t('dailyQuestion.saveQuestion')}
        </Button>
      </DialogActions>
    </form>
  );
}
