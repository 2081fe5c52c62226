import { Client, type ClientConfig } from 'pg';
import { currentAddress } from '../config/load-config.js';

/** A connection that logs in with the address that DATABASE_URL_FILE has now, so that passwords rotate without a restart. */
export class CurrentClient extends Client {
  constructor(settings: ClientConfig) {
    const { connectionString } = settings;
    super(
      connectionString ? { ...settings, connectionString: currentAddress('DATABASE_URL', connectionString) } : settings,
    );
  }
}
