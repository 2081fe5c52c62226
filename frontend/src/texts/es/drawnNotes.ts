import type { drawnNotes as en } from '../en/drawnNotes.js';

export const drawnNotes: Record<keyof typeof en, string> = {
  drawnNote: 'Nota dibujada',
  sheet: 'Tu dibujo, {count, plural, =0 {aún en blanco} one {# trazo} other {# trazos}}',
  colour: 'Color',
  ink: 'Tinta',
  mulberry: 'Mora',
  rose: 'Rosa',
  honey: 'Miel',
  green: 'Verde',
  blue: 'Azul',
  width: 'Grosor',
  fine: 'Fino',
  medium: 'Medio',
  broad: 'Grueso',
  clear: 'Borrar todo',
  theNoteCouldNotBeSaved: 'No se pudo convertir la nota en imagen.',
};
