import { ACCENTS, CHAT_BACKGROUNDS, REDUCED_MOTION, TEXT_SIZES, THEMES } from '@duet/contracts/plain';
import { Choice } from '../../ui/toggle.js';
import { useChange } from './use-change.js';

const LABELS: Record<string, string> = {
  'extra-large': 'Extra large',
  rose: 'Mulberry',
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
    </>
  );
}
