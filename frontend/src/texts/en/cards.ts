export const cards = {
  share: 'Share in chat',
  shareTitle: 'Share {title} in chat',
  shared: 'Shared in your chat',
  openChat: 'Open the chat',
  gone: 'This is no longer here.',
  couldNotBeLoaded: 'This could not be loaded.',
  capsule: 'Capsule',
  challenge: 'Challenge',
  goal: 'Goal',
  date: 'Date',
  makeWish: 'Make it a wish',
  makeDate: 'Make it a date',
} as const;
