import type { AppearanceSettings } from '@duet/contracts';
import { canonicalEmoji } from '@duet/contracts/plain';

export type EmojiTone = AppearanceSettings['emojiTone'];

const MODIFIERS: Record<EmojiTone, string> = {
  default: '',
  light: '\u{1F3FB}',
  'medium-light': '\u{1F3FC}',
  medium: '\u{1F3FD}',
  'medium-dark': '\u{1F3FE}',
  dark: '\u{1F3FF}',
};

/** An emoji that takes a skin tone. The modifier replaces the variation selector. */
const BASE = /(\p{Emoji_Modifier_Base})\u{FE0F}?/u;
const EVERY_BASE = new RegExp(BASE, 'gu');

/** The emoji in a skin tone; unchanged if it has none. */
export function withTone(emoji: string, tone: EmojiTone): string {
  const toned = `$1${MODIFIERS[tone]}`;
  if (tone === 'default') return emoji;
  return (
    [emoji.replace(BASE, toned), emoji.replace(EVERY_BASE, toned)].find(
      (candidate) => canonicalEmoji(candidate) === candidate,
    ) ?? emoji
  );
}
