import { DatabaseConfig, loadConfig } from '@duet/service-kit';

export class PairingConfig extends DatabaseConfig {}

export const config = (): PairingConfig => loadConfig(PairingConfig);
