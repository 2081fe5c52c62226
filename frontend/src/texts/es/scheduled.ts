import type { scheduled as en } from '../en/scheduled.js';

export const scheduled: Record<keyof typeof en, string> = {
  changeScheduledMessage: 'Cambiar mensaje programado',
  scheduledMessages: 'Mensajes programados',
  nothingIsScheduled: 'No hay nada programado',
  chooseSendLaterBesideAText: 'Elige «Enviar más tarde» junto a un texto para que salga cuando quieras.',
  sendNow: 'Enviar ahora',
  change: 'Cambiar',
  cancelMessage: 'Cancelar mensaje',
  pleaseChooseATimeThatIs: 'Elige un momento que esté por venir.',
  writtenForAnotherConversation: 'Sin programar: se escribió para otra conversación. Tus palabras siguen en el campo.',
  answeredMessageIsGone: 'Sin programar: el mensaje al que responde ya no está. Tus palabras siguen en el campo.',
  scheduledFor: 'Programado para el {day}, {time}',
  sendLater: 'Enviar más tarde',
  chooseATime: 'Elegir un momento…',
  schedule: 'Programar',
  tonight: 'Esta noche',
  tomorrow: 'Mañana',
  count: 'Programados: {count}',
  someOnHold: 'Hay mensajes programados en pausa',
  onHold: 'En pausa, porque se cerró la sesión en otros dispositivos. Envíalo ahora o cambia el momento.',
  inOneHour: 'En 1 hora',
};
