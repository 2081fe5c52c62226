import type { album as en } from '../en/album.js';

/** Pictures, videos and voice notes in capsules. */
export const album: Record<keyof typeof en, string> = {
  photosAndVideos: 'Fotos und Videos',
  addVoiceNote: 'Sprachnachricht',
  filesToAdd: 'Fotos, Videos und Sprachnachrichten zum Hinzufügen',
  hint: 'So viele ihr wollt. Du kannst sie auch hierher ziehen oder ein Bild einfügen. Wählst du unten zuerst Tag und Ort, bekommen sie beides.',
  dropToAdd: 'Loslassen zum Hinzufügen',
  notAdded: 'Nicht hinzugefügt',
  notSupported: '{name} ist weder Foto noch Video noch Ton.',
  noRoomFor: '{count, plural, one {Für eine Datei ist} other {Für # Dateien ist}} kein Platz mehr.',
  uploads: 'Dateien werden hinzugefügt',
  addedOf: '{stored} von {total} hinzugefügt',
  known: '{count, plural, one {# war schon da} other {# waren schon da}}',
  failedCount: '{count} nicht hinzugefügt',
  retryAll: '{count, plural, one {Noch einmal versuchen} other {Alle # noch einmal versuchen}}',
  cancelRest: 'Die übrigen {count} abbrechen',
  leaveOut: 'Weglassen',
  done: 'Fertig',
  moreWaiting: '{count, plural, one {Noch eine wartet.} other {Noch # warten.}}',
  pausedLimited: 'Das war viel auf einmal. Gleich geht es von allein weiter.',
  pausedUnavailable: 'Duet nimmt gerade keine Dateien an. Es geht von allein weiter.',
  closed:
    'Gerade lässt sich nichts hinzufügen. Lass die fehlenden Dateien hier, bis es wieder offen ist, oder lass sie weg.',
  alreadyThere: 'Schon in diesem Album',
  connectionLost: 'Verbindung verloren',
  preparing: 'Wird vorbereitet…',
  percent: '{percent} %',
  retryName: '{name} noch einmal versuchen',
  cancelName: '{name} von der Liste nehmen',
  captionLabel: 'Ein paar Worte dazu',
  openCaption: '{label}: {caption}',
};
