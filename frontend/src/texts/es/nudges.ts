import type { nudges as en } from '../en/nudges.js';

export const nudges: Record<keyof typeof en, string> = {
  nudges: 'Un toque',
  thinking: 'Pienso en ti',
  miss: 'Te extraño',
  proud: 'Qué orgullo me das',
  goodnight: 'Buenas noches',
  letsThemKnow: 'Para que {firstName} lo sepa, sin escribir nada.',
  sentNextFrom: 'Enviado. El próximo puede salir desde las {at}.',
  failedToSend: 'No se pudo enviar el toque',
};
