import type { ChallengeTemplateView } from '@duet/contracts';
import { Clock, EyeOff, Flame, ListChecks, MapPin } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { failureOf } from '../../api/errors.js';
import { useClientIds } from '../../platform/app-lock/use-client-ids.js';
import { t } from '../../texts/index.js';
import { ErrorBanners } from '../../ui/error-banners.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { DialogActions } from '../../ui/dialog.js';
import { late } from '../../ui/late.js';
import { toast } from '../../ui/toast-queue.js';
import { attempt } from '../../api/attempt.js';
import { daysOf, intensityWords } from './challenge-words.js';
import { useDeleteTemplateMutation, useProposeChallengeMutation } from './challenges-api.js';
import styles from './challenges.module.css';
import ideaStyles from './ideas.module.css';
import { useNames } from '../../platform/account/names.js';
import { StartAndEnd, chosenTimes, useTimes } from './start-and-end.js';
import { useOpenedOnce } from '../../ui/use-opened-once.js';

interface PreviewProps {
  template: ChallengeTemplateView;
  onClose: () => void;
}

const EditOwn = late(async () => (await import('./edit-own.js')).EditOwn);

/** A template with its steps, and the form that proposes it. */
export function TemplatePreview({ template, onClose }: PreviewProps) {
  const names = useNames();
  const navigate = useNavigate();
  const [propose, { isLoading }] = useProposeChallengeMutation();
  const times = useTimes(`template/${template._id}`);
  const [isAsked, setAsked] = useState(false);
  const [problems, setProblems] = useState<string[]>([]);
  const [edits, setEdits] = useState(false);
  const hasEdited = useOpenedOnce(edits);
  const isMine = template.createdBy === names.self;
  const { idOf } = useClientIds(`template/${template._id}`);
  const send = async (): Promise<void> => {
    const content = { templateId: template._id, ...chosenTimes(times.instants()) };
    const { data, error } = await propose({ ...content, clientId: idOf(content) });
    if (data) {
      toast.success(t('challenges.proposedToast', { partner: names.partner }));
      return void navigate(`/challenges/${data._id}`);
    }
    const { silent, messages } = failureOf(error, t('challenges.proposingFailed'));
    setProblems(silent ? [] : messages);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (!isLoading && times.wrongFirst === null && times.wrongLast === null) void send();
  };
  return (
    <>
      <form onSubmit={submit} noValidate className={styles.form}>
        <p dir="auto">{template.description}</p>
        <Facts template={template} />
        <Steps template={template} />
        <StartAndEnd times={times} isAsked={isAsked} />
        <ErrorBanners messages={problems} />
        <DialogActions>
          {isMine && (
            <>
              <DeleteOwn template={template} onClose={onClose} />
              <Button onPress={() => setEdits(true)}>{t('challenges.editOwn')}</Button>
            </>
          )}
          <Button type="submit" look="primary" isPending={isLoading}>
            {t('challenges.propose', { partner: names.partner })}
          </Button>
        </DialogActions>
      </form>
      {/* Beside the form: React passes its own submit on to the forms around it. */}
      {hasEdited && <EditOwn template={template} isOpen={edits} onClose={() => setEdits(false)} />}
    </>
  );
}

function Facts({ template }: { template: ChallengeTemplateView }) {
  const days = daysOf(template);
  return (
    <ul className={ideaStyles.factList}>
      <li>
        <Clock size={16} aria-hidden />
        {t('challenges.minutes', { count: template.minutes })}
        {days > 1 && ` · ${t('challenges.days', { count: days })}`}
      </li>
      <li>
        <MapPin size={16} aria-hidden />
        {t(template.distanceOk ? 'challenges.worksApart' : 'challenges.inOnePlace')}
      </li>
      <li>
        <Flame size={16} aria-hidden />
        {intensityWords(template)}
      </li>
      {template.completionRule !== 'all' && (
        <li>
          <ListChecks size={16} aria-hidden />
          {t('challenges.anyOf', { n: template.completionRule.anyN })}
        </li>
      )}
    </ul>
  );
}

function Steps({ template }: { template: ChallengeTemplateView }) {
  return (
    <ol className={ideaStyles.previewSteps}>
      {template.steps.map(({ title, description, reveal, opensAt = 1 }, at) => (
        // The steps of a template have no ids, and their order does not change while it is shown.
        <li key={at}>
          <span className={ideaStyles.previewTitle} dir="auto">
            {title}
          </span>
          {description !== undefined && description !== '' && (
            <span className={styles.soft} dir="auto">
              {description}
            </span>
          )}
          {(opensAt > 1 || reveal === 'when_both') && (
            <span className={ideaStyles.stepFacts}>
              {opensAt > 1 && <span>{t('challenges.onDayN', { day: opensAt })}</span>}
              {reveal === 'when_both' && (
                <span>
                  <EyeOff size={14} aria-hidden /> {t('challenges.secret')}
                </span>
              )}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

function DeleteOwn({ template, onClose }: PreviewProps) {
  const [asks, setAsks] = useState(false);
  const [remove, { isLoading }] = useDeleteTemplateMutation();
  const confirm = async (): Promise<void> => {
    if (await attempt(remove(template._id))) onClose();
  };
  return (
    <>
      <Button look="dangerQuiet" onPress={() => setAsks(true)}>
        {t('challenges.deleteOwn')}
      </Button>
      <ConfirmDialog
        title={t('challenges.deleteOwnQuestion')}
        isOpen={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => void confirm()}
        confirmLabel={t('challenges.delete')}
        isPending={isLoading}
      >
        <p>{t('challenges.deleteOwnWords')}</p>
      </ConfirmDialog>
    </>
  );
}
