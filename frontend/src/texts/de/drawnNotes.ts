import type { drawnNotes as en } from '../en/drawnNotes.js';

export const drawnNotes: Record<keyof typeof en, string> = {
  drawnNote: 'Gezeichnete Notiz',
  sheet: 'Deine Zeichnung, {count, plural, =0 {noch leer} one {# Strich} other {# Striche}}',
  colour: 'Farbe',
  ink: 'Tinte',
  mulberry: 'Maulbeere',
  rose: 'Rosa',
  honey: 'Honig',
  green: 'Grün',
  blue: 'Blau',
  width: 'Strichstärke',
  fine: 'Fein',
  medium: 'Mittel',
  broad: 'Breit',
  clear: 'Leeren',
  theNoteCouldNotBeSaved: 'Aus der Notiz ließ sich kein Bild machen.',
};
