import type { MessageView } from '@duet/contracts';

/** Whether its sender may edit a message: a text that is no sticker. */
export const isEditable = ({ messageType, sticker }: MessageView): boolean => messageType === 'text' && !sticker;
