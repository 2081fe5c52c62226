import type { Plugin } from 'vite';

interface TranslatedEmoji {
  unicode: string;
  label: string;
  tags?: string[];
}

/** Leaves in the translations of emoji only what the picker reads. The rest, mostly names of skin tones, outweighs it. */
export const emojiTranslations: Plugin = {
  name: 'emoji-translations',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: '**/emojibase-data/*/compact.json' },
    handler: (code) => {
      const emoji: TranslatedEmoji[] = JSON.parse(code);
      return { code: JSON.stringify(emoji.map(({ unicode, label, tags }) => ({ unicode, label, tags }))), map: null };
    },
  },
};
