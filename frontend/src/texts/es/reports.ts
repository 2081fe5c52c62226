import type { reports as en } from '../en/reports.js';

export const reports: Record<keyof typeof en, string> = {
  whatHappened: '¿Qué pasó?',
  reasonHarassment: 'Acoso',
  reasonThreat: 'Una amenaza',
  reasonImpersonation: 'Se hace pasar por otra persona',
  reasonMinor: 'Afecta a una persona menor de edad',
  reasonSpam: 'Correo basura',
  reasonOther: 'Otra cosa',
  reportTextOptional: 'Con tus palabras (opcional)',
  reportIsSecret:
    '{firstName} nunca se entera. La denuncia se guarda con cifrado durante {reportDays} días. Quien administra este Duet puede leerla.',
  messageGoesAlong: 'El mensaje va incluido tal como lo ves ahora, aunque después se elimine.',
  ifYouAreInDanger: 'Si corres peligro ahora mismo, llama al número de emergencias de tu zona.',
  sendReport: 'Enviar denuncia',
  tooManyReports: 'Enviaste muchas denuncias hoy. Inténtalo de nuevo mañana.',
  done: 'Listo',
  reportFiled: 'Recibimos tu denuncia',
  thankYouForTheReport: 'Gracias por decirlo. A {firstName} no se le avisa.',
  blockAfterReport: 'Si no quieres saber nada más de {firstName}, también puedes bloquear su cuenta.',
};
