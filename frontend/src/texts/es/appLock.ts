import type { appLock as en } from '../en/appLock.js';

export const appLock: Record<keyof typeof en, string> = {
  off: 'Desactivado',
  passkey: 'Llave de acceso',
  thisBrowserKeepsNothingSoIt: 'Este navegador no guarda nada, así que no puede bloquear Duet',
  afterMinutes: '{minutes, plural, =0 {Al salir} one {# minuto} other {# minutos}}',
  appLock: 'Bloqueo de la app',
  keepsDuetOutOfSightOn:
    'Oculta Duet en este dispositivo cuando nadie lo usa y después de cerrarlo. Con un PIN se cifran los mensajes y las imágenes que este dispositivo guarda para cuando no hay conexión; con una llave de acceso no guarda ninguno. Lo que aún no has enviado y tu sesión se guardan tal como están.',
  unlockWith: 'Desbloquear con',
  lockAfter: 'Cuándo bloquear',
  asSoonAsNoTabWith: 'En cuanto no haya a la vista ninguna pestaña con Duet, y tras 5 minutos sin tocar nada.',
  lockNow: 'Bloquear ahora',
  changePIN: 'Cambiar PIN',
  duetLocksItselfOnThisDevice: 'Duet se bloquea solo en este dispositivo',
  theAppLockIsOff: 'El bloqueo de la app está desactivado',
  yourPIN: 'Tu PIN',
  submitLabelWithPasskey: '{submitLabel} con llave de acceso',
  lockWithPasskey: 'Bloquear con llave de acceso',
  theTwoPINsDiffer: 'Los dos PIN no coinciden',
  newPIN: 'Nuevo PIN',
  minToMaxDigitsForThis: 'De {min} a {max} dígitos, solo para este navegador.',
  theSamePINAgain: 'El mismo PIN otra vez',
  setPIN: 'Definir PIN',
  duetsServerChecksYourPasskeySo: 'El servidor de Duet comprueba tu llave de acceso, así que hace falta conexión.',
  pinIsRequired: 'Escribe tu PIN',
  thisPINIsNotCorrect: 'Este PIN no es correcto.',
  nextTryIn: 'Próximo intento en <timer>{left}</timer>',
  tooManyWrong:
    'Demasiados PIN incorrectos. Tras {left, plural, one {uno más} other {# más}} se cierra tu sesión en este dispositivo.',
  pin: 'PIN',
};
