import type { cards as en } from '../en/cards.js';

export const cards: Record<keyof typeof en, string> = {
  share: 'Im Chat teilen',
  shareTitle: '{title} im Chat teilen',
  shared: 'In eurem Chat geteilt',
  openChat: 'Chat öffnen',
  gone: 'Das ist nicht mehr da.',
  rests: 'Das hat bei euch gerade Pause.',
  couldNotBeLoaded: 'Das ließ sich nicht laden.',
  capsule: 'Kapsel',
  challenge: 'Challenge',
  goal: 'Ziel',
  date: 'Termin',
  list: 'Liste',
  story: 'Geschichte',
  listState: '{open, plural, =0 {Nichts offen} one {# offen} other {# offen}} · {done} erledigt',
  storyFinished: 'Zu Ende gelesen',
  makeWish: 'Zum Wunsch machen',
  makeDate: 'Zum Termin machen',
  makeItem: 'Auf eine Liste setzen',
};
