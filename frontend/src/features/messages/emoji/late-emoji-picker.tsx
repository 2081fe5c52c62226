import { late, sayMissing } from '../../../ui/late.js';

export const EmojiPicker = late(async () => (await import('./emoji-picker.js')).EmojiPicker, null, sayMissing);
