import type { cards as en } from '../en/cards.js';

export const cards: Record<keyof typeof en, string> = {
  share: 'Compartir en el chat',
  shareTitle: 'Compartir {title} en el chat',
  shared: 'Compartido en el chat',
  openChat: 'Abrir el chat',
  gone: 'Esto ya no está aquí.',
  rests: 'Por ahora, esto está en pausa para ustedes dos.',
  couldNotBeLoaded: 'No se pudo cargar.',
  capsule: 'Cápsula',
  challenge: 'Reto',
  goal: 'Meta',
  date: 'Fecha',
  list: 'Lista',
  story: 'Historia',
  listState: '{open, plural, =0 {Nada pendiente} one {# cosa pendiente} other {# cosas pendientes}} · {done} hechas',
  storyFinished: 'Leída hasta el final',
  makeWish: 'Convertir en deseo',
  makeDate: 'Convertir en fecha',
  makeItem: 'Poner en una lista',
};
