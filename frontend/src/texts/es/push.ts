import type { push as en } from '../en/push.js';

/** The texts of push notifications. The service worker loads only this file. */
export const push: Record<keyof typeof en, string> = {
  aMessage: 'Un mensaje',
  aPhoto: 'Una foto',
  aVideo: 'Un video',
  aVoiceNote: 'Una nota de voz',
  aFile: 'Un archivo',
  duet: 'Duet',
  fromWithCount: '{name} · {count, plural, one {# mensaje nuevo} other {# mensajes nuevos}}',
  newMessages: '{count, plural, one {Mensaje nuevo} other {# mensajes nuevos}}',
  sentYou: '{count, plural, one {{name} te envió un mensaje} other {{name} te envió # mensajes}}',
  newReaction: 'Nueva reacción',
  reacted: '{name} reaccionó {emoji}',
  reactedToYourMessage: '{name} reaccionó a tu mensaje',
  test: 'Así se ve una notificación',
  somethingNew: 'Hay algo nuevo para ti',
  reply: 'Responder',
  replyPlaceholder: 'Mensaje',
  love: 'Corazón ❤️',
  replyKept: 'Tu respuesta queda en este dispositivo. Duet la envía en cuanto esté abierto y conectado.',
  loveNotSent: 'Tu ❤️ no se envió. Abre el chat para intentarlo de nuevo.',
  newMessageFrom: 'Nuevo mensaje de {name}',
};
