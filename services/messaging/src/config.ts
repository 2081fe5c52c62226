import { DatabaseConfig, loadConfig } from '@duet/service-kit';

export class MessagingConfig extends DatabaseConfig {}

export const config = (): MessagingConfig => loadConfig(MessagingConfig);
