import { LIMITS, rules } from '@duet/contracts/plain';
import { Plus, Trash2 } from 'lucide-react';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { IconButton } from '../../ui/icon-button.js';
import { TextField } from '../../ui/text-field.js';
import { Choice, Switch } from '../../ui/toggle.js';
import styles from './challenges.module.css';
import ideaStyles from './ideas.module.css';
import { useNames } from '../../platform/account/names.js';
import { type StepDraft, canBeSecret, emptyStep, wrongDay } from './own-draft.js';

interface OwnStepsProps {
  steps: readonly StepDraft[];
  isAsked: boolean;
  onChange: (steps: StepDraft[]) => void;
}

/** The steps of a challenge that is being written. */
export function OwnSteps({ steps, isAsked, onChange }: OwnStepsProps) {
  const replace = (key: string, part: Partial<StepDraft>): void =>
    onChange(steps.map((step) => (step.key === key ? { ...step, ...part } : step)));
  const remove = (key: string): void => onChange(steps.filter((step) => step.key !== key));
  return (
    <section className={styles.section} aria-label={t('challenges.theSteps')}>
      {steps.map((step, at) => (
        <fieldset key={step.key} className={ideaStyles.ownStep}>
          <legend className={ideaStyles.legend}>{t('challenges.stepNumber', { number: at + 1 })}</legend>
          {steps.length > 1 && (
            <IconButton
              label={t('challenges.removeStep', { number: at + 1 })}
              onPress={() => remove(step.key)}
              {...(ideaStyles.removeStep !== undefined && { className: ideaStyles.removeStep })}
            >
              <Trash2 size={18} aria-hidden />
            </IconButton>
          )}
          <StepFields step={step} isAsked={isAsked} onChange={(part) => replace(step.key, part)} />
        </fieldset>
      ))}
      {steps.length < LIMITS.challengeSteps && (
        <Button look="soft" onPress={() => onChange([...steps, emptyStep()])}>
          <Plus size={18} aria-hidden />
          {t('challenges.addStep')}
        </Button>
      )}
    </section>
  );
}

interface StepFieldsProps {
  step: StepDraft;
  isAsked: boolean;
  onChange: (part: Partial<StepDraft>) => void;
}

function StepFields({ step, isAsked, onChange }: StepFieldsProps) {
  const { partner } = useNames();
  return (
    <>
      <TextField
        label={t('challenges.stepTitle')}
        value={step.title}
        onChange={(title) => onChange({ title })}
        error={isAsked ? rules.stepTitle(step.title) : null}
        isRequired
      />
      <TextField
        label={t('challenges.stepWords')}
        value={step.description}
        onChange={(description) => onChange({ description })}
        maxLength={LIMITS.stepDescriptionLength}
      />
      <Choice
        label={t('challenges.stepWho')}
        value={step.who}
        options={[
          { value: 'both', label: t('challenges.whoBoth') },
          { value: 'either', label: t('challenges.whoEither') },
          { value: 'proposer', label: t('challenges.whoMe') },
          { value: 'partner', label: partner },
        ]}
        onChange={(who) => onChange({ who })}
      />
      <Choice
        label={t('challenges.stepGives')}
        value={step.gives}
        options={[
          { value: 'nothing', label: t('challenges.givesNothing') },
          { value: 'words', label: t('challenges.givesWords') },
          { value: 'photo', label: t('challenges.givesPhoto') },
          { value: 'voice', label: t('challenges.givesVoice') },
        ]}
        onChange={(gives) => onChange({ gives, type: undefined })}
      />
      {canBeSecret(step) && (
        <Switch
          label={t('challenges.secret')}
          isSelected={step.isSecret}
          onChange={(isSecret) => onChange({ isSecret })}
        />
      )}
      <TextField
        label={t('challenges.opensOnDay')}
        inputMode="numeric"
        value={step.day}
        onChange={(day) => onChange({ day })}
        error={isAsked ? wrongDay(step) : null}
      />
    </>
  );
}
