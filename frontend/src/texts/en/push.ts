/** The texts of push notifications. The service worker loads only this file. */
export const push = {
  aMessage: 'A message',
  aPhoto: 'A photo',
  aVideo: 'A video',
  aVoiceNote: 'A voice note',
  aFile: 'A file',
  duet: 'Duet',
  fromWithCount: '{name} · {count, plural, one {# new message} other {# new messages}}',
  newMessages: '{count, plural, one {New message} other {# new messages}}',
  sentYou: '{count, plural, one {{name} sent you a message} other {{name} sent you # messages}}',
  newReaction: 'New reaction',
  reacted: '{name} reacted {emoji}',
  reactedToYourMessage: '{name} reacted to your message',
  test: 'This is what a notification looks like',
  somethingNew: 'There is something new for you',
  newMessageFrom: 'New message from {name}',
} as const;
