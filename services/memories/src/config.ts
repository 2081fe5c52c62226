import { DatabaseConfig, loadConfig } from '@duet/service-kit';

export class MemoriesConfig extends DatabaseConfig {}

export const config = (): MemoriesConfig => loadConfig(MemoriesConfig);
