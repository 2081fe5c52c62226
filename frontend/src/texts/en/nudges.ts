export const nudges = {
  nudges: 'A small sign',
  thinking: 'Thinking of you',
  miss: 'I miss you',
  proud: 'Proud of you',
  goodnight: 'Good night',
  letsThemKnow: 'Lets {firstName} know, without a message.',
  sentNextFrom: 'Sent. The next one can go from {at}.',
  failedToSend: 'The sign could not be sent',
} as const;
