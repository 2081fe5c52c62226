import { late } from '../../../ui/late.js';

export const EmojiPicker = late(async () => (await import('./emoji-picker.js')).EmojiPicker);
