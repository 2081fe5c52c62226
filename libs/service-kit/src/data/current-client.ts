import { Client, type ClientConfig } from 'pg';
import { currentAddress } from '../config/load-config.js';

/**
 * A connection that logs in with the address that DATABASE_URL_FILE has now, so that passwords rotate without a restart. Its
 * loss never ends the process: the pool stops listening for errors before TypeORM begins to, and Node throws an `error` event
 * that nobody listens to. A statement on a lost connection fails all the same.
 */
export class CurrentClient extends Client {
  constructor(settings: ClientConfig) {
    const { connectionString } = settings;
    super(
      connectionString ? { ...settings, connectionString: currentAddress('DATABASE_URL', connectionString) } : settings,
    );
    this.on('error', () => undefined);
  }
}
