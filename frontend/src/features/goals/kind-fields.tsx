import { LIMITS } from '@duet/contracts/plain';
import { Plus, Trash2 } from 'lucide-react';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { DayField } from '../../ui/day-field.js';
import { IconButton } from '../../ui/icon-button.js';
import { TextField } from '../../ui/text-field.js';
import { Choice } from '../../ui/toggle.js';
import { type GoalDraft, emptyMilestone, type wrongOf } from './goal-draft.js';
import styles from './goals.module.css';

interface KindProps {
  draft: GoalDraft;
  wrong: ReturnType<typeof wrongOf>;
  isAsked: boolean;
  onChange: (part: Partial<GoalDraft>) => void;
}

const PER_WEEK = ['1', '2', '3', '4', '5', '6', '7'] as const;

/** How a goal is reached, and the fields of that kind. */
export function KindFields({ draft, wrong, isAsked, onChange }: KindProps) {
  const { type, target, unit, perWeek, day } = draft;
  const complaint = (field: keyof typeof wrong): string | null => (isAsked ? wrong[field] : null);
  return (
    <>
      <Choice
        label={t('goals.kind')}
        value={type}
        options={[
          { value: 'checklist', label: t('goals.checklist') },
          { value: 'counter', label: t('goals.counter') },
          { value: 'habit', label: t('goals.habit') },
          { value: 'date', label: t('goals.date') },
        ]}
        onChange={(kind) => onChange({ type: kind })}
      />
      {type === 'habit' && (
        <Choice
          label={t('goals.perWeek')}
          value={PER_WEEK.find((one) => one === perWeek) ?? '2'}
          options={PER_WEEK.map((value) => ({ value, label: value }))}
          onChange={(days) => onChange({ perWeek: days })}
        />
      )}
      {(type === 'counter' || type === 'habit') && (
        <TextField
          label={t(type === 'habit' ? 'goals.weeksLong' : 'goals.target')}
          inputMode="numeric"
          value={target}
          onChange={(value) => onChange({ target: value })}
          error={complaint('target')}
          isRequired
        />
      )}
      {type === 'counter' && (
        <TextField
          label={t('goals.unit')}
          placeholder={t('goals.unitPlaceholder')}
          value={unit}
          maxLength={LIMITS.goalUnitLength}
          onChange={(value) => onChange({ unit: value })}
        />
      )}
      {type === 'checklist' && <MilestoneFields draft={draft} onChange={onChange} />}
      {complaint('milestones') !== null && <Banner tone="error">{complaint('milestones')}</Banner>}
      <DayField
        label={t(type === 'date' ? 'goals.day' : 'goals.dayOptional')}
        value={day}
        onChange={(value) => onChange({ day: value })}
        error={complaint('day')}
      />
    </>
  );
}

function MilestoneFields({ draft: { milestones }, onChange }: Pick<KindProps, 'draft' | 'onChange'>) {
  return (
    <fieldset className={styles.fields}>
      <legend className={styles.legend}>{t('goals.milestones')}</legend>
      {milestones.map(({ key, title }, at) => (
        <div key={key} className={styles.field}>
          <TextField
            label={t('goals.milestone', { number: at + 1 })}
            value={title}
            onChange={(value) =>
              onChange({ milestones: milestones.map((one) => (one.key === key ? { key, title: value } : one)) })
            }
          />
          {milestones.length > 1 && (
            <IconButton
              label={t('goals.removeMilestone', { number: at + 1 })}
              onPress={() => onChange({ milestones: milestones.filter((one) => one.key !== key) })}
            >
              <Trash2 size={18} aria-hidden />
            </IconButton>
          )}
        </div>
      ))}
      {milestones.length < LIMITS.goalMilestones && (
        <Button look="soft" size="small" onPress={() => onChange({ milestones: [...milestones, emptyMilestone()] })}>
          <Plus size={16} aria-hidden />
          {t('goals.addMilestone')}
        </Button>
      )}
    </fieldset>
  );
}
