import type { notifications as en } from '../en/notifications.js';

export const notifications: Record<keyof typeof en, string> = {
  notificationsCountUnread: 'Notificaciones, {count} sin leer',
  noNewNotifications: 'No hay notificaciones nuevas',
  whatAppearsHere: 'Aquí aparece lo que hace tu pareja y lo que se acerca.',
  all: 'Todas las notificaciones',
  couldNotBeLoaded: 'No se pudieron cargar tus notificaciones',
  hearOfNewMessagesWhileDuet: 'Entérate de los mensajes nuevos mientras Duet está en segundo plano.',
  notifyMeOnThisDevice: 'Avisarme en este dispositivo',
};
