import type { ui as en } from '../en/ui.js';

export const ui: Record<keyof typeof en, string> = {
  working: 'Un momento',
  nothingFound: 'Sin resultados',
  typeWordToConfirm: 'Escribe {word} para confirmar',
  connected: 'Con conexión',
  disconnected: 'Sin conexión',
  copied: 'Copiado',
  day: 'Día',
  time: 'Hora',
  hidePassword: 'Ocultar contraseña',
  showPassword: 'Mostrar contraseña',
  passwordRules: 'Requisitos de la contraseña',
  met: '(cumplido)',
  notMetYet: '(aún sin cumplir)',
  justNow: 'Ahora mismo',
  minutesAgo: 'hace {minutes} min',
  hoursAgo: 'hace {hours} h',
  daysAgo: 'hace {days} d',
  clearSearch: 'Borrar búsqueda',
  messagesFromDuet: 'Mensajes de Duet',
  dismiss: 'Cerrar',
};
