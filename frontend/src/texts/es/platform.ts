import type { platform as en } from '../en/platform.js';

export const platform: Record<keyof typeof en, string> = {
  pinHasDigits: 'Un PIN tiene de {min} a {max} dígitos',
  passkeyExists: 'Este dispositivo ya tiene una llave de acceso para tu cuenta.',
  passkeyWrongAddress: 'Las llaves de acceso no funcionan en esta dirección.',
  passkeyNotKept: 'Este dispositivo no puede guardar una llave de acceso que pida tu huella, tu cara o tu PIN.',
  passkeyNotMade: 'Este dispositivo no puede crear una llave de acceso.',
  passkeysUnsupported: 'Este navegador no puede usar llaves de acceso.',
  passkeyFailed: 'No se pudo usar la llave de acceso. Inténtalo de nuevo.',
};
