import type { mails as en } from '../en/mails.js';

/** The texts of mails in Spanish. */
export const mails: Record<keyof typeof en, string> = {
  greeting: 'Hola:',
  greetingByName: 'Hola, {name}:',
  openAddressInstead: 'Si el botón no funciona, abre esta dirección:',

  confirmSubject: 'Verifica tu correo para Duet',
  confirmBody: 'Confirma, por favor, que esta es tu dirección de correo.',
  confirmAction: 'Verificar mi correo',
  confirmFootnote:
    'El enlace funciona una vez y durante {hours} horas. Si no creaste una cuenta en Duet, ignora este correo.',

  newEmailSubject: 'Verifica tu nuevo correo para Duet',
  newEmailBody: 'Esta dirección será la de tu cuenta de Duet. Hasta que la verifiques, sigue valiendo la anterior.',
  newEmailAction: 'Usar este correo',
  newEmailFootnote:
    'El enlace funciona una vez y durante {hours} horas. Si no tienes cuenta en Duet, ignora este correo.',

  emailChangeAskedSubject: 'Tu correo de Duet está por cambiar',
  emailChangeAskedBody:
    'Alguien, esperamos que tú, pidió cambiar el correo de tu cuenta de Duet por {address}. Tu cuenta conserva esta dirección hasta que se verifique la nueva.',
  emailChangeAskedAdvice:
    'Si no fuiste tú, cancela el cambio y elige cuanto antes otra contraseña: alguien más conoce la tuya.',
  emailChangeAskedAction: 'Cancelar el cambio',
  emailChangeAskedFootnote: 'El enlace funciona una vez y durante {hours} horas. Si fuiste tú, ignora este correo.',

  emailChangedSubject: 'Tu correo de Duet cambió',
  emailChangedBody:
    'Tu cuenta de Duet usa ahora otra dirección: {address}. Los avisos sobre tu cuenta ya no llegarán aquí.',
  emailChangedFootnote:
    'Si no fuiste tú, alguien más conoce tu contraseña. Avisa cuanto antes a quien administra este Duet.',

  resetSubject: 'Restablece tu contraseña de Duet',
  resetBody: 'Alguien, esperamos que tú, pidió restablecer la contraseña de tu cuenta de Duet.',
  resetAction: 'Elegir otra contraseña',
  resetFootnote:
    'El enlace funciona una vez y durante {minutes} minutos. Si no fuiste tú, ignora este correo: tu contraseña queda como está.',

  passwordChangedSubject: 'Tu contraseña de Duet cambió',
  passwordChangedBody:
    'La contraseña de tu cuenta de Duet acaba de cambiar y se cerró la sesión en tus demás dispositivos.',
  passwordChangedFootnote:
    'Si no fuiste tú, restablece cuanto antes tu contraseña desde la página de inicio de sesión.',
  passwordResetBody:
    'La contraseña de tu cuenta de Duet se restableció con el enlace de un correo y se cerró la sesión en todos los dispositivos.',
  passkeysRemain: 'Estas llaves de acceso siguen abriendo tu cuenta sin la contraseña: {names}.',
  secondFactorRemains:
    'El inicio de sesión en dos pasos sigue activo: al entrar con la contraseña se pide un código de tu aplicación de autenticación.',
  removeUnknown: 'Si no reconoces alguna, elimínala en Ajustes, en Cuenta.',
  quotedName: '«{name}»',
  passkeyNamedLikeLink: 'una llave de acceso cuyo nombre parece un enlace',

  exportReadySubject: 'Tus datos de Duet están listos',
  exportReadyBody:
    'La copia de tus datos de Duet que pediste está lista. Descárgala en Ajustes, en Cuenta: es un archivo ZIP con un index.html para leer.',
  exportReadyAction: 'Ir a Ajustes',
  exportReadyFootnote:
    'Se puede descargar durante {days} días. Si no la pediste tú, cambia cuanto antes tu contraseña: así también se borra la copia.',

  requestReceivedBody: '{name} te pide que sean pareja en Duet. Puedes aceptar o decir que no; nadie sabrá el porqué.',
  requestReceivedAction: 'Ver la solicitud',
  partnerLinkedBody: 'Tú y {name} ya tienen un vínculo, y una conversación que es solo suya.',
  partnerLinkedAction: 'Abrir el chat',
  unlinkedBody:
    'Tú y {name} ya no tienen un vínculo. Durante 30 días puedes llevarte la historia compartida desde Ajustes.',
  unlinkedAction: 'Abrir Duet',
  dateReminderBody:
    'Se acerca un día que te importa. Cuál es, te lo dice Duet; un correo puede leerse por encima del hombro.',
  dateReminderAction: 'Ver qué se acerca',
  dailyQuestionBody: 'Una pregunta al día, para ustedes. Nadie ve la respuesta ajena antes de haber dado la propia.',
  dailyQuestionAction: 'Ver la pregunta',
  dailyAnsweredBody: '{name} respondió a la pregunta del día. Verás su respuesta en cuanto des la tuya.',
  dailyAnsweredAction: 'Responder también',
  dailyRevealedBody: '{name} también respondió a la pregunta del día: ya pueden ver lo que dijeron.',
  dailyRevealedAction: 'Ver las respuestas',
  capsuleCreatedBody: '{name} empezó una cápsula de recuerdos. Puedes añadir los tuyos hasta que la sellen.',
  capsuleSealedBody:
    '{name} también confirmó, así que su cápsula de recuerdos está sellada. Hasta que llegue el día, nadie puede leer lo que hay dentro.',
  capsuleReadyBody: 'Llegó el día. Ábranla cuando quieran, sin prisa.',
  capsuleDateProposedBody:
    '{name} quiere abrir otro día una cápsula de recuerdos sellada. Puedes aceptar o decir que no.',
  capsuleOpensInWeekBody:
    'Una de sus cápsulas de recuerdos selladas se abre en una semana. Quizá merezca que le reserven una noche.',
  capsuleOpensTomorrowBody: 'Una de sus cápsulas de recuerdos selladas se abre mañana.',
  capsuleCompletedBody: 'Una cápsula de recuerdos está abierta para ustedes, con todo lo que guardaron en ella.',
  capsuleAction: 'Ver la cápsula',
  challengeProposedBody: '{name} tiene una idea para ustedes. Échale un vistazo: puedes aceptar o decir que no.',
  challengeAcceptedBody: '{name} aceptó el reto que propusiste.',
  challengeDueTomorrowBody: 'Mañana es el último día de uno de sus retos. También pueden cambiarlo de fecha.',
  challengeOverdueBody:
    'Pasó el día de uno de sus retos. Pueden darle más tiempo o dejarlo ir; cualquiera de las dos cosas está bien.',
  challengeCompletedBody: 'Completaron un reto: el último paso está hecho.',
  challengeAction: 'Ver el reto',
  restitutionReadyBody:
    'Es un archivo que solo tú puedes descargar, con tu contraseña o una llave de acceso. Se queda ahí un año.',
  restitutionReadyAction: 'Abrir Ajustes',
  goalProposedBody: '{name} quiere lograr algo contigo. Échale un vistazo y di si te apuntas.',
  goalAchievedBody: '{name} dio el último paso hacia una meta. Buen momento para el orgullo compartido.',
  goalAction: 'Ver sus metas',
  storyInvitedBody:
    '{name} abrió una historia para dos. Cada quien elige en secreto, y las dos elecciones llevan a alguna parte.',
  storyWaitingBody: '{name} ya eligió. La historia sigue cuando elijas tú.',
  storyFinishedBody: 'Tu historia con {name} llegó a su final. Pueden volver a leer todo el camino.',
  storyAction: 'Abrir la historia',
  wishRedeemedBody:
    '{name} eligió algo de tu lista y apartó para ello puntos compartidos. Tómate tu tiempo, y que lo disfruten en compañía.',
  wishAction: 'Ver sus deseos',
  listCreatedBody: '{name} empezó una lista en la que pueden escribir a dúo. Añade lo que se te ocurra.',
  listAction: 'Ver sus listas',
  nudgeBody: '{name} te mandó un pequeño toque. Puedes devolverlo.',
  nudgeAction: 'Abrir Duet',
  moodSharedBody: '{name} compartió cómo va su día. Solo tú puedes verlo.',
  moodSharedAction: 'Echar un vistazo',
  noticeFootnote: 'Recibes este correo porque los de este tipo están activados en Ajustes, Notificaciones.',
  unsubscribe: 'Desactivar los correos de este tipo',

  secondFactorOnSubject: 'El inicio de sesión en dos pasos está activo',
  secondFactorOnBody:
    'Desde ahora Duet pide un código de tu aplicación de autenticación cuando inicias sesión. Guarda tus códigos de recuperación en un lugar seguro.',
  secondFactorOffSubject: 'El inicio de sesión en dos pasos está desactivado',
  secondFactorOffBody: 'Duet ya no pide un código cuando inicias sesión: basta con tu contraseña.',
  secondFactorRemovedSubject: 'Se quitó el inicio de sesión en dos pasos',
  secondFactorRemovedBody:
    'Hace tres días alguien con acceso a este buzón pidió quitar de tu cuenta de Duet el inicio de sesión en dos pasos, y nadie lo canceló. Ya está desactivado y se cerró la sesión en todos los dispositivos. Inicia sesión con tu contraseña, o restablécela.',
  secondFactorRemovedAdvice:
    'Si no fuiste tú, restablece cuanto antes tu contraseña y protege este buzón: alguien más puede leerlo.',
  removalCancelledSubject: 'El inicio de sesión en dos pasos sigue activo',
  removalCancelledBody:
    'Se canceló la solicitud de quitar de tu cuenta de Duet el inicio de sesión en dos pasos. Al entrar se sigue pidiendo un código.',
  removalCancelledAdvice: 'Si nunca pediste quitarlo, alguien más puede leer este buzón: cambia su contraseña.',
  recoveryCodesRenewedSubject: 'Tienes nuevos códigos de recuperación',
  recoveryCodesRenewedBody:
    'Se crearon nuevos códigos de recuperación para tu cuenta de Duet. Los anteriores ya no funcionan.',
  passkeyAddedSubject: 'Se añadió una llave de acceso',
  passkeyAddedBody:
    'Desde ahora una nueva llave de acceso abre tu cuenta de Duet sin la contraseña. La encuentras, y puedes eliminarla, en Ajustes, en Cuenta.',
  passkeyRemovedSubject: 'Se eliminó una llave de acceso',
  passkeyRemovedBody: 'Una de tus llaves de acceso ya no abre tu cuenta de Duet. Tu contraseña, sí.',
  signInAttemptsSubject: 'Alguien intenta entrar en tu cuenta',
  signInAttemptsBody:
    'Alguien probó muchas contraseñas equivocadas en tu cuenta de Duet. Tu contraseña le cerró el paso. Si durante un rato no puedes entrar, espera un poco o restablece la contraseña.',
  signInAttemptsAdvice:
    'No hace falta que hagas nada. Una contraseña larga que no uses en ningún otro sitio y el inicio de sesión en dos pasos harán que siga así.',
  securityFootnote: 'Si no fuiste tú, cambia cuanto antes tu contraseña y cierra la sesión en tus demás dispositivos.',

  removalSubject: 'Quitar el inicio de sesión en dos pasos',
  removalBody:
    'Alguien, esperamos que tú, perdió la aplicación de autenticación de tu cuenta de Duet y también los códigos de recuperación.',
  removalDelay:
    'El inicio de sesión en dos pasos se puede quitar. Tarda tres días, en los que cualquiera de tus dispositivos puede cancelarlo.',
  removalAction: 'Quitar los dos pasos',
  removalFootnote:
    'El enlace funciona una vez y durante {hours} horas. Si no fuiste tú, ignora este correo: no cambia nada.',
  removalBegunSubject: 'Se va a quitar el inicio de sesión en dos pasos',
  removalBegunBody:
    'Alguien con acceso a este buzón pidió quitar de tu cuenta de Duet el inicio de sesión en dos pasos. Dejará de pedirse el {date}, y entonces se cerrará la sesión en todos los dispositivos.',
  removalBegunAction: 'Conservar los dos pasos',
  removalBegunFootnote:
    'Si no fuiste tú, consérvalo y protege este buzón: alguien más puede leerlo. También puede conservarlo cualquier dispositivo con la sesión abierta.',
};
