import type { album as en } from '../en/album.js';

/** Pictures, videos and voice notes in capsules. */
export const album: Record<keyof typeof en, string> = {
  photosAndVideos: 'Fotos y videos',
  addVoiceNote: 'Añadir nota de voz',
  filesToAdd: 'Fotos, videos y notas de voz para añadir',
  hint: 'Todas las que quieras. También puedes soltarlas aquí o pegar una imagen. Si antes eliges abajo un día y un lugar, se guardan con ellos.',
  dropToAdd: 'Suelta para añadir',
  notAdded: 'Sin añadir',
  notSupported: '{name} no es una foto, ni un video, ni un sonido.',
  noRoomFor: '{count, plural, one {Ya no cabe un archivo.} other {Ya no caben # archivos.}}',
  uploads: 'Añadiendo archivos',
  addedOf: '{stored} de {total} añadidos',
  known: '{count, plural, one {# ya estaba} other {# ya estaban}}',
  failedCount: 'No se pudieron añadir: {count}',
  retryAll: '{count, plural, one {Reintentar} other {Reintentar los #}}',
  cancelRest: 'Cancelar los otros {count}',
  leaveOut: 'Dejarlos fuera',
  done: 'Listo',
  moreWaiting: '{count, plural, one {Hay uno más en espera.} other {Hay # más en espera.}}',
  pausedLimited: 'Fue mucho de una vez. Continúa por su cuenta en un rato.',
  pausedUnavailable: 'Duet no puede recibir archivos ahora mismo. Continúa por su cuenta.',
  closed:
    'Ahora no se puede añadir nada, así que estos archivos no están dentro. Inténtalo de nuevo si se vuelve a abrir o déjalos fuera.',
  alreadyThere: 'Ya está en este álbum',
  connectionLost: 'Se perdió la conexión',
  preparing: 'Preparando…',
  percent: '{percent} %',
  retryName: 'Reintentar {name}',
  cancelName: 'Quitar {name} de la lista',
  captionLabel: 'Unas palabras sobre esto',
  openCaption: '{label}: {caption}',
};
