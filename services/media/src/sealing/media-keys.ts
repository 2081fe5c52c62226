import { InstallationKeys } from '@duet/service-kit';
import type { MediaConfig } from '../config.js';

/** The keys that seal data keys. */
export const mediaKeys = ({ MEDIA_KEY }: Pick<MediaConfig, 'MEDIA_KEY'>): InstallationKeys =>
  new InstallationKeys({ variable: 'MEDIA_KEY', value: MEDIA_KEY, purpose: 'duet media key' });
