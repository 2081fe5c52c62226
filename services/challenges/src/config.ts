import { DatabaseConfig, loadConfig } from '@duet/service-kit';

export class ChallengesConfig extends DatabaseConfig {}

export const config = (): ChallengesConfig => loadConfig(ChallengesConfig);
