import { usePartner } from './partner-status.js';

/** The time zone of the two, in which their days begin and end; UTC until the couple is loaded. */
export const useCoupleZone = (): string => usePartner().couple?.timezone ?? 'UTC';
