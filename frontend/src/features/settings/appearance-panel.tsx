import type { AppearanceSettings } from '@duet/contracts';
import {
  ACCENTS,
  CHAT_BACKGROUNDS,
  EMOJI_TONES,
  REDUCED_MOTION,
  TEXT_SIZES,
  THEMES,
  TIME_FORMATS,
  WEEK_STARTS,
} from '@duet/contracts/plain';
import { type PlainTextKey, t } from '../../texts/index.js';
import { Choice } from '../../ui/toggle.js';
import { useChange } from './use-change.js';

const LABELS = {
  system: 'settings.lookSystem',
  light: 'settings.lookLight',
  dark: 'settings.lookDark',
  rose: 'settings.lookRose',
  coral: 'settings.lookCoral',
  amber: 'settings.lookAmber',
  green: 'settings.lookGreen',
  teal: 'settings.lookTeal',
  blue: 'settings.lookBlue',
  violet: 'settings.lookViolet',
  small: 'settings.lookSmall',
  medium: 'settings.lookMedium',
  large: 'settings.lookLarge',
  'extra-large': 'settings.lookExtraLarge',
  on: 'settings.lookOn',
  off: 'settings.lookOff',
  plain: 'settings.lookPlain',
  hearts: 'settings.lookHearts',
  dots: 'settings.lookDots',
  gradient: 'settings.lookGradient',
  '12h': 'settings.look12h',
  '24h': 'settings.look24h',
  monday: 'settings.lookMonday',
  sunday: 'settings.lookSunday',
  saturday: 'settings.lookSaturday',
} as const satisfies Record<string, PlainTextKey>;

const TONES: Record<AppearanceSettings['emojiTone'], PlainTextKey> = {
  default: 'settings.toneDefault',
  light: 'settings.toneLight',
  'medium-light': 'settings.toneMediumLight',
  medium: 'settings.toneMedium',
  'medium-dark': 'settings.toneMediumDark',
  dark: 'settings.toneDark',
};

const named = <Value extends keyof typeof LABELS>(values: readonly Value[]): { value: Value; label: string }[] =>
  values.map((value) => ({ value, label: t(LABELS[value]) }));

export function AppearancePanel() {
  const { settings, isLoaded, change } = useChange();
  const look = settings.appearance;
  return (
    <>
      <Choice
        label={t('settings.theme')}
        value={look.theme}
        options={named(THEMES)}
        isDisabled={!isLoaded}
        onChange={(theme) => change({ appearance: { theme } })}
      />
      <Choice
        label={t('settings.accent')}
        value={look.accent}
        options={named(ACCENTS)}
        isDisabled={!isLoaded}
        onChange={(accent) => change({ appearance: { accent } })}
      />
      <Choice
        label={t('settings.textSize')}
        value={look.textSize}
        options={named(TEXT_SIZES)}
        isDisabled={!isLoaded}
        onChange={(textSize) => change({ appearance: { textSize } })}
      />
      <Choice
        label={t('settings.reducedMotion')}
        value={look.reducedMotion}
        options={named(REDUCED_MOTION)}
        isDisabled={!isLoaded}
        onChange={(reducedMotion) => change({ appearance: { reducedMotion } })}
      />
      <Choice
        label={t('settings.chatBackground')}
        value={look.chatBackground}
        options={named(CHAT_BACKGROUNDS)}
        isDisabled={!isLoaded}
        onChange={(chatBackground) => change({ appearance: { chatBackground } })}
      />
      <Choice
        label={t('settings.timeFormat')}
        value={look.timeFormat}
        options={named(TIME_FORMATS)}
        isDisabled={!isLoaded}
        onChange={(timeFormat) => change({ appearance: { timeFormat } })}
      />
      <Choice
        label={t('settings.weekStartsOn')}
        value={look.weekStart}
        options={named(WEEK_STARTS)}
        isDisabled={!isLoaded}
        onChange={(weekStart) => change({ appearance: { weekStart } })}
      />
      <Choice
        label={t('settings.skinToneOfEmojis')}
        value={look.emojiTone}
        options={EMOJI_TONES.map((value) => ({ value, label: t(TONES[value]) }))}
        isDisabled={!isLoaded}
        onChange={(emojiTone) => change({ appearance: { emojiTone } })}
      />
    </>
  );
}
