import { EMOJI_TONES } from '@duet/contracts/plain';
import { Radio, RadioGroup } from 'react-aria-components';
import { useSettings, useUpdateSettingsMutation } from '../../../api/settings.js';
import styles from './emoji.module.css';
import { type EmojiTone, withTone } from './skin-tone.js';

const NAMES: Record<EmojiTone, string> = {
  default: 'No skin tone',
  light: 'Light',
  'medium-light': 'Medium light',
  medium: 'Medium',
  'medium-dark': 'Medium dark',
  dark: 'Dark',
};

/** The same choice as in Settings, Appearance. */
export function ToneChoice({ tone }: { tone: EmojiTone }) {
  const { isLoaded } = useSettings();
  const [update] = useUpdateSettingsMutation();
  const choose = (next: string): void => {
    const emojiTone = EMOJI_TONES.find((one) => one === next);
    if (emojiTone) void update({ appearance: { emojiTone } });
  };
  return (
    <RadioGroup aria-label="Skin tone" value={tone} onChange={choose} isDisabled={!isLoaded} orientation="horizontal" className={styles.tones}>
      {EMOJI_TONES.map((one) => (
        <Radio key={one} value={one} aria-label={NAMES[one]} className={styles.tone}>
          <span aria-hidden="true">{withTone('✋', one)}</span>
        </Radio>
      ))}
    </RadioGroup>
  );
}
