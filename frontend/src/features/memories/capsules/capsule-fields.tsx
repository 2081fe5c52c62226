import type { CalendarDate } from '@internationalized/date';
import type { CapsuleSummary, CapsuleTheme, OpenRule } from '@duet/contracts';
import { LIMITS, rules } from '@duet/contracts/plain';
import { t } from '../../../texts/index.js';
import { DayField } from '../../../ui/day-field.js';
import { TextField } from '../../../ui/text-field.js';
import { Choice } from '../../../ui/toggle.js';
import { ThemeChoice } from './theme-choice.js';

/** The outside of a capsule as it is typed: its tags are one text, with commas between them. */
export interface TypedAppearance {
  emoji: string;
  theme: CapsuleTheme | null;
  tags: string;
}

export const typedAppearance = ({
  emoji,
  theme = null,
  tags,
}: Pick<CapsuleSummary, 'emoji' | 'theme' | 'tags'>): TypedAppearance => ({
  emoji: emoji ?? '',
  theme,
  tags: tags.join(', '),
});

/** The emoji to send; null for none. */
export const emojiOf = ({ emoji }: TypedAppearance): string | null => emoji.trim() || null;

/** The tags to send, each once. The page writes the sign before them itself. */
export function tagsOf({ tags }: TypedAppearance): string[] {
  const typed = tags.split(',').map((tag) => tag.trim().replace(/^#+/, '').trim());
  return [...new Set(typed)].filter((tag) => tag !== '');
}

/** The errors by field. */
export function wrongAppearance(typed: TypedAppearance): Record<'emoji' | 'tags', string | null> {
  const [emoji, tags] = [emojiOf(typed), tagsOf(typed)];
  const { capsuleTags: count, capsuleTagLength: length } = LIMITS;
  const isTooMuch = tags.length > count || tags.some((tag) => [...tag].length > length);
  return {
    emoji: emoji === null ? null : rules.emoji(emoji),
    tags: isTooMuch ? t('capsules.wrongTags', { count, length }) : null,
  };
}

interface AppearanceFieldsProps {
  typed: TypedAppearance;
  onChange: (typed: TypedAppearance) => void;
  /** The errors to show. */
  wrong?: Partial<ReturnType<typeof wrongAppearance>>;
}

export function AppearanceFields({ typed, onChange, wrong = {} }: AppearanceFieldsProps) {
  return (
    <>
      <TextField
        label={t('capsules.emoji')}
        value={typed.emoji}
        onChange={(emoji) => onChange({ ...typed, emoji })}
        error={wrong.emoji}
      />
      <ThemeChoice theme={typed.theme} onChange={(theme) => onChange({ ...typed, theme })} />
      <TextField
        label={t('capsules.tags')}
        description={t('capsules.tagsWords')}
        value={typed.tags}
        onChange={(tags) => onChange({ ...typed, tags })}
        error={wrong.tags}
      />
    </>
  );
}

/** When a timed capsule opens, and by whom. */
export interface Opening {
  day: CalendarDate | null;
  /** The zone of the clocks by which it opens. */
  zone: string;
  openRule: OpenRule;
}

const zoneName = (zone: string): string => zone.replaceAll('_', ' ');

interface OpeningFieldsProps {
  opening: Opening;
  /** The zones to choose from. */
  zones: readonly string[];
  onChange: (opening: Opening) => void;
  error: string | null;
}

export function OpeningFields({ opening, zones, onChange, error }: OpeningFieldsProps) {
  const { day, zone, openRule } = opening;
  return (
    <>
      <DayField
        label={t('capsules.opensOnDay')}
        description={t('capsules.atNine', { zone: zoneName(zone) })}
        value={day}
        onChange={(chosen) => onChange({ ...opening, day: chosen })}
        error={error}
      />
      {zones.length > 1 && (
        <Choice
          label={t('capsules.clocksOf')}
          value={zone}
          options={zones.map((value) => ({ value, label: zoneName(value) }))}
          onChange={(chosen) => onChange({ ...opening, zone: chosen })}
        />
      )}
      <Choice
        label={t('capsules.whoOpens')}
        value={openRule}
        options={[
          { value: 'together', label: t('capsules.bothTogether') },
          { value: 'either', label: t('capsules.whoeverComesFirst') },
        ]}
        onChange={(chosen) => onChange({ ...opening, openRule: chosen })}
      />
    </>
  );
}
