import type { AppearanceSettings } from '@duet/contracts';
import { ACCENTS, CHAT_BACKGROUNDS, EMOJI_TONES, REDUCED_MOTION, TEXT_SIZES, THEMES, TIME_FORMATS, WEEK_STARTS } from '@duet/contracts/plain';
import { Choice } from '../../ui/toggle.js';
import { useChange } from './use-change.js';

const LABELS: Record<string, string> = {
  'extra-large': 'Extra large',
  rose: 'Mulberry',
  '12h': '12 hours',
  '24h': '24 hours',
};

const TONES: Record<AppearanceSettings['emojiTone'], string> = {
  default: '👍 Default',
  light: '👍🏻 Light',
  'medium-light': '👍🏼 Medium light',
  medium: '👍🏽 Medium',
  'medium-dark': '👍🏾 Medium dark',
  dark: '👍🏿 Dark',
};

const named = <Value extends string>(values: readonly Value[]): { value: Value; label: string }[] =>
  values.map((value) => ({ value, label: LABELS[value] ?? value.charAt(0).toUpperCase() + value.slice(1) }));

export function AppearancePanel() {
  const { settings, isLoaded, change } = useChange();
  const look = settings.appearance;
  return (
    <>
      <Choice label="Theme" value={look.theme} options={named(THEMES)} isDisabled={!isLoaded} onChange={(theme) => change({ appearance: { theme } })} />
      <Choice label="Accent" value={look.accent} options={named(ACCENTS)} isDisabled={!isLoaded} onChange={(accent) => change({ appearance: { accent } })} />
      <Choice label="Text size" value={look.textSize} options={named(TEXT_SIZES)} isDisabled={!isLoaded} onChange={(textSize) => change({ appearance: { textSize } })} />
      <Choice
        label="Reduced motion"
        value={look.reducedMotion}
        options={named(REDUCED_MOTION)}
        isDisabled={!isLoaded}
        onChange={(reducedMotion) => change({ appearance: { reducedMotion } })}
      />
      <Choice
        label="Chat background"
        value={look.chatBackground}
        options={named(CHAT_BACKGROUNDS)}
        isDisabled={!isLoaded}
        onChange={(chatBackground) => change({ appearance: { chatBackground } })}
      />
      <Choice label="Time format" value={look.timeFormat} options={named(TIME_FORMATS)} isDisabled={!isLoaded} onChange={(timeFormat) => change({ appearance: { timeFormat } })} />
      <Choice label="Week starts on" value={look.weekStart} options={named(WEEK_STARTS)} isDisabled={!isLoaded} onChange={(weekStart) => change({ appearance: { weekStart } })} />
      <Choice
        label="Skin tone of emojis"
        value={look.emojiTone}
        options={EMOJI_TONES.map((value) => ({ value, label: TONES[value] }))}
        isDisabled={!isLoaded}
        onChange={(emojiTone) => change({ appearance: { emojiTone } })}
      />
    </>
  );
}
