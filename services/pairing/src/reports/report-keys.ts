import { InstallationKeys } from '@duet/service-kit';
import type { PairingConfig } from '../config.js';

/** The keys that seal reports. */
export const reportKeys = ({ REPORT_KEY }: Pick<PairingConfig, 'REPORT_KEY'>): InstallationKeys =>
  new InstallationKeys({ variable: 'REPORT_KEY', value: REPORT_KEY, purpose: 'duet report key' });
