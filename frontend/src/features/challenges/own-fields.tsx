import { LIMITS, rules } from '@duet/contracts/plain';
import { t } from '../../texts/index.js';
import { TextArea } from '../../ui/text-area.js';
import { TextField } from '../../ui/text-field.js';
import { Choice } from '../../ui/toggle.js';
import { challengeCategories } from './categories.js';
import { type OwnDraft, asksEnough, wrongEnough, wrongMinutes } from './own-draft.js';
import { OwnSteps } from './own-steps.js';

interface OwnFieldsProps {
  draft: OwnDraft;
  /** Errors show once the form was sent. */
  isAsked: boolean;
  onChange: (part: Partial<OwnDraft>) => void;
}

/** The words and steps of an own challenge or idea. */
export function OwnFields({ draft, isAsked, onChange }: OwnFieldsProps) {
  return (
    <>
      <TextField
        label={t('challenges.title')}
        placeholder={t('challenges.titlePlaceholder')}
        value={draft.title}
        onChange={(title) => onChange({ title })}
        error={isAsked ? rules.dateTitle(draft.title) : null}
        isRequired
      />
      <TextArea
        label={t('challenges.description')}
        value={draft.description}
        onChange={(description) => onChange({ description })}
        limit={LIMITS.challengeDescriptionLength}
        rows={2}
      />
      <Choice
        label={t('challenges.category')}
        value={draft.category}
        options={challengeCategories.map(({ id, label }) => ({ value: id, label: t(label) }))}
        onChange={(category) => onChange({ category })}
      />
      <OwnSteps steps={draft.steps} isAsked={isAsked} onChange={(steps) => onChange({ steps })} />
      {asksEnough(draft) && (
        <TextField
          label={t('challenges.enough')}
          description={t('challenges.enoughWords')}
          inputMode="numeric"
          value={draft.enough}
          onChange={(enough) => onChange({ enough })}
          error={isAsked ? wrongEnough(draft) : null}
        />
      )}
    </>
  );
}

export function MinutesField({ draft, isAsked, onChange }: OwnFieldsProps) {
  return (
    <TextField
      label={t('challenges.howManyMinutes')}
      inputMode="numeric"
      value={draft.minutes}
      onChange={(minutes) => onChange({ minutes })}
      error={isAsked ? wrongMinutes(draft) : null}
    />
  );
}
