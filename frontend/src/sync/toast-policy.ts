import type { NotificationKind, Settings } from '@duet/contracts';
import { DEFAULT_SETTINGS, shouldNotify } from '@duet/contracts/plain';
import { getSettings } from '../platform/account/settings.js';
import type { LiveStore } from './live-store.js';

export const currentSettings = (store: LiveStore): Settings =>
  getSettings.select()(store.getState()).data ?? DEFAULT_SETTINGS;

/** Whether the matrix, the quiet hours and a mute allow a toast of this kind now. */
export const mayToast = (store: LiveStore, kind: NotificationKind): boolean =>
  shouldNotify(currentSettings(store), kind, 'inApp', new Date());
