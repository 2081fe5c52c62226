import { EMOJI_TONES } from '@duet/contracts/plain';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { useSettings, useUpdateSettingsMutation } from '../../../platform/account/settings.js';
import { type PlainTextKey, t } from '../../../texts/index.js';
import styles from './emoji.module.css';
import { type EmojiTone, withTone } from './skin-tone.js';

const NAMES: Record<EmojiTone, PlainTextKey> = {
  default: 'emoji.noSkinTone',
  light: 'emoji.light',
  'medium-light': 'emoji.mediumLight',
  medium: 'emoji.medium',
  'medium-dark': 'emoji.mediumDark',
  dark: 'emoji.dark',
};

/** The same setting as in Settings, Appearance. */
export function ToneChoice({ tone }: { tone: EmojiTone }) {
  const { isLoaded } = useSettings();
  const [update] = useUpdateSettingsMutation();
  const choose = (next: string): void => {
    const emojiTone = EMOJI_TONES.find((one) => one === next);
    if (emojiTone) void update({ appearance: { emojiTone } });
  };
  return (
    <RadioGroup
      aria-label={t('emoji.skinTone')}
      value={tone}
      onChange={choose}
      isDisabled={!isLoaded}
      orientation="horizontal"
      className={styles.tones}
    >
      {EMOJI_TONES.map((one) => (
        <Radio key={one} value={one} aria-label={t(NAMES[one])} className={styles.tone}>
          <span aria-hidden="true">{withTone('✋', one)}</span>
        </Radio>
      ))}
    </RadioGroup>
  );
}
