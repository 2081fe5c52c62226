/** Whether the device receives pushes, and the VAPID key for its subscription; null when the installation has none. */
export interface PushState {
  publicKey: string | null;
  subscribed: boolean;
  /** The SHA-256 of the subscription's endpoint, base64url: the device sees whether the subscription is its own. */
  endpointHash?: string;
}

/**
 * The payload of a push, encrypted for the device. It contains no message text: with `token` the device reads the message
 * from its own origin.
 */
export interface PushPayload {
  kind: 'message' | 'reaction' | 'notice' | 'test';
  /** The notification that it replaces: one per conversation. */
  tag: string;
  /** The path that a tap opens. */
  link: string;
  /** The name of the actor; null when the settings hide names. */
  from: string | null;
  /** The sentence of a notice, when the settings show names. */
  text: string | null;
  /** The id of the message. */
  messageId: string | null;
  token: string | null;
}
