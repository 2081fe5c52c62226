import type { privacy as en } from '../en/privacy.js';

export const privacy: Record<keyof typeof en, string> = {
  forTwo: 'Para dos',
  onlyTheTwoOfYouCan: 'Solo ustedes dos pueden abrir su conversación. Otras cuentas no encuentran nada de ella.',
  notEndToEnd: 'No de extremo a extremo',
  thereIsNoEndToEnd:
    'No hay cifrado de extremo a extremo. Quien administra este Duet podría leer el texto de sus mensajes en la base de datos.',
  noAudience: 'Sin público',
  thereAreNoAdsNoTrackers: 'No hay anuncios, ni rastreadores, ni código de otras empresas en ninguna página.',
  whatIsKeptAndHow: 'Qué se guarda y cómo',
  texts: 'Textos',
  messagesCaptionsDraftsScheduledMessagesAnswers:
    'Mensajes, pies de foto, borradores, mensajes programados, respuestas, fechas, ánimos y lo que escriben en cápsulas y retos están en una base de datos que Duet no cifra, porque el servidor busca en los mensajes por ustedes. Un mensaje se queda hasta que lo elimina quien lo escribió o hasta que desaparece.',
  files: 'Archivos',
  picturesVideosVoiceNotesFilesAnd:
    'Las imágenes, los videos, las notas de voz, los archivos y las exportaciones se guardan cifrados: los de ustedes dos, con una clave propia de la pareja; las fotos de perfil y las exportaciones, con una clave de la persona. Quien administra el servicio guarda la clave que abre estas claves.',
  cameraFacts: 'Datos de la cámara',
  thePlaceWhereAPictureWas:
    'El lugar donde se tomó una foto siempre se quita de la foto. La cámara y la exposición solo se quedan si lo pides en Ajustes. Una cápsula guarda junto a sus fotos el día y el lugar, para ustedes dos.',
  spokenWords: 'Palabras habladas',
  theWordsOfAVoiceNote:
    'Las palabras de una nota de voz vienen de tu propio navegador, y solo donde puede escribirlas en el dispositivo. Para eso, el sonido no llega a nadie.',
  passwords: 'Contraseñas',
  yourPasswordIsKeptAsA: 'Tu contraseña se guarda como un hash (argon2id) que nadie puede volver a convertir en ella.',
  devices: 'Dispositivos',
  notices: 'Avisos',
  logs: 'Registros',
  technicalLogsHoldNoMessagePassword:
    'Los registros técnicos no contienen mensajes, contraseñas, tokens ni direcciones de correo. Quien administra el servicio decide cuánto tiempo se quedan.',
  theOperator: 'Administración',
  theOperatorSeesTheState:
    'Si pides ayuda, quien administra el servicio puede consultar el estado de tu cuenta: fechas, cantidades y tamaños, nunca lo que escribiste. Cada consulta queda registrada con su motivo.',
  thisBrowser: 'Este navegador',
  itKeepsYourNameTheKeys:
    'Guarda tu nombre, las claves de tu sesión y lo que aún no has enviado, hasta que cierras sesión. Para que Duet se abra sin conexión, también guarda tus últimos mensajes, las imágenes que viste, la pregunta del día, su lista de cápsulas y lo básico de tu inicio: hasta que cierras sesión o termina el vínculo, y cifrado con el PIN de tu bloqueo de la app si pusiste uno. Lo que se elimina o desaparece también se va de aquí, en el siguiente contacto con Duet. Una cookie recuerda durante un año que en este navegador ya se inició sesión; ninguna otra página ni script puede leerla.',
  whoCanSeeIt: 'Quién puede verlo',
  onTheWay: 'En el camino',
  betweenYourBrowserAndDuetEverything:
    'Entre tu navegador y Duet todo va cifrado, y los navegadores se niegan a volver a una conexión abierta.',
  yourPartner: 'Tu pareja',
  seesWhatYouSendInSettings:
    'Ve lo que envías. En Ajustes eliges si ve que leíste, que estás escribiendo, que estás en línea o cuándo lo estuviste por última vez. Duet guarda solo la hora de tu última visita, al minuto y mientras los dos la muestran; se borra al ocultarla, al desvincularse o al eliminar tu cuenta.',
  sealedCapsules: 'Cápsulas enterradas',
  whatLiesInASealedCapsule:
    'Cuando una cápsula está sellada, Duet no muestra a nadie lo que hay en ella antes de su día, ni siquiera a quien lo escribió. Lo que también está en su conversación se queda allí.',
  secretAnswers: 'Respuestas secretas',
  anAnswerThatWaitsForTheOther:
    'Una respuesta que espera a la otra no se muestra a nadie más hasta que estén las dos, en la pregunta del día y en los retos.',
  otherPeople: 'Otras personas',
  canFindYourNameUserName:
    'Pueden encontrar tu nombre, tu nombre de usuario y tu foto al buscar, salvo que lo limites en Ajustes.',
  links: 'Enlaces',
  theServerFetchesThePageBehind:
    'El servidor abre la página del primer enlace de un mensaje para su vista previa. El sitio conoce la dirección del servidor, no la tuya. Puedes desactivarlo.',
  pushes: 'Notificaciones',
  goThroughThePushServiceOf:
    'Pasan por el servicio de notificaciones de tu navegador, cifradas para tu dispositivo. Llevan nombres como mucho; las palabras las busca tu propio dispositivo.',
  mails: 'Correos',
  noticesByMailHoldNoMessage:
    'Los avisos por correo no llevan mensajes ni respuestas, y solo van a una dirección que hayas confirmado.',
  howToLeave: 'Cómo irse',
  aDeletedOrDisappearedMessageLoses:
    'Un mensaje eliminado o desaparecido pierde sus palabras y sus archivos para ustedes dos.',
  unlinking: 'Desvincular',
  yourData: 'Tus datos',
  yourAccount: 'Tu cuenta',
  deletingItRemovesYourMessagesFiles:
    'Eliminarla borra al momento tus mensajes, tus archivos, tu perfil y tus sesiones. Tu pareja solo conserva sus propias palabras. Las denuncias son la única excepción.',
  reports: 'Denuncias',
  reportsText:
    'Cuando denuncias a alguien, nunca se entera. La denuncia guarda tus palabras, y las palabras y los archivos de los mensajes que señalas tal como los viste, con cifrado, durante {reportDays} días. Dura más que los mensajes, que la pareja y que las dos cuentas. Quien administra este Duet puede leerla, y cada lectura queda registrada.',
  backups: 'Copias de seguridad',
  backToDuet: 'Volver a Duet',
  yourPrivacyInDuet: 'Tu privacidad en Duet',
  whatDuetKeepsWhoCanSee:
    'Qué guarda Duet, quién puede verlo y cómo lo recuperas. En palabras claras, también donde no nos favorecen.',
  inShort: 'En pocas palabras',
  aQuestionThatThisPageLeaves:
    '¿Esta página deja abierta alguna pregunta? Pregunta a quien administra el Duet que usas.',
  sessions:
    'De cada dispositivo con sesión: su navegador, su dirección de red y cuándo se usó. El país sale de una tabla en el servidor. Un dispositivo se olvida tras {refreshTokenDays} días sin uso y, en todo caso, tras {sessionDays}.',
  notifications: 'Los últimos {notificationsKept} avisos de cada persona, sin nombres ni frases.',
  unlinkingText:
    'Termina al momento con todo lo que hay entre ustedes. Durante {exportDaysAfterUnlink} días cada quien puede exportar lo que podía ver, o pueden volver a vincularse y encontrarlo como estaba. Después, cada quien recupera lo que había puesto en cápsulas que no se completaron, y todo lo demás se elimina para siempre.',
  givenBack: 'Lo devuelto',
  givenBackText:
    'Está en Ajustes durante {restitutionDays} días, cifrado con una clave tuya, sin palabras de la otra persona. Cada descarga pide tu contraseña o una llave de acceso. Se mantiene aunque cambies de contraseña y termina con tu cuenta.',
  exportText:
    'Ajustes prepara un archivo con todo lo que escribiste y podías ver. Se elimina después de {exportDays} días.',
  backupsText:
    'Si quien administra el servicio guarda copias para emergencias tal como viene Duet, lo que quitaste desaparece de ellas a los {backupDays} días como máximo.',
  leadAMessage: 'Un mensaje',
};
