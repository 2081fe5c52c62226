import type { ReactNode } from 'react';

export interface ComposerMediaProps {
  chatId: string;
  /** The message that files and voice notes answer. */
  replyTo: string | null;
  /** They have left: the composer lets go of the reply. */
  onSent: () => void;
}

/** What files and voice notes put into the composer. */
export interface ComposerMedia {
  /** Before the field: the button that chooses files. */
  attach: ReactNode;
  /** Above the field: what was chosen, and its troubles. */
  tray: ReactNode;
  /** In Send's place while there is nothing to send. */
  mic: ReactNode;
  /** In the place of field and buttons: the recorder while it runs, and its preview. */
  takeover: ReactNode;
  /** There is something to send besides text. */
  hasFiles: boolean;
  /** Sends what was chosen; the text follows as a message of its own. */
  sendFiles: () => void;
  /** Files that were pasted or dropped. */
  addFiles: (files: File[]) => void;
}

export function useComposerMedia(_props: ComposerMediaProps): ComposerMedia {
  return { attach: null, tray: null, mic: null, takeover: null, hasFiles: false, sendFiles: () => undefined, addFiles: () => undefined };
}
