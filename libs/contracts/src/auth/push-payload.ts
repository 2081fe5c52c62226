/** Whether a device is told while no page is open, and the key that a browser has to be subscribed with; null where this installation has none. */
export interface PushState {
  publicKey: string | null;
  subscribed: boolean;
}

/**
 * What a device is sent, sealed for it alone. It holds no words of anybody: with `token`, where there is one, the device
 * reads the message itself, at our own origin.
 */
export interface PushPayload {
  kind: 'message' | 'reaction' | 'notice' | 'test';
  /** What it takes the place of on the screen: one notification per conversation. */
  tag: string;
  /** Where a tap leads, within Duet. */
  link: string;
  /** Whose doing it is; null where the screen is to show no names. */
  from: string | null;
  /** Of a notice: the sentence, where the screen may show names. */
  text: string | null;
  /** The message it is about. */
  messageId: string | null;
  token: string | null;
}
