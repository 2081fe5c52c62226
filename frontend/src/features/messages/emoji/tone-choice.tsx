import { EMOJI_TONES } from '@duet/contracts/plain';
import { useUpdateSettingsMutation } from '../../../platform/account/change-settings.js';
import { useSettings } from '../../../platform/account/settings.js';
import { type PlainTextKey, t } from '../../../texts/index.js';
import { Radios } from '../../../ui/radios.js';
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
  return (
    <Radios
      label={t('emoji.skinTone')}
      value={tone}
      options={EMOJI_TONES.map((one) => ({
        value: one,
        name: t(NAMES[one]),
        shown: <span aria-hidden="true">{withTone('✋', one)}</span>,
      }))}
      onChange={(emojiTone) => void update({ appearance: { emojiTone } })}
      isDisabled={!isLoaded}
      className={styles.tones}
      optionClass={styles.tone}
    />
  );
}
