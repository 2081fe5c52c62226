import 'reflect-metadata';
import { createLogger, exitOnFailure, migrate } from '@duet/service-kit';
import { config } from './config.js';
import { options } from './data-source.js';

async function main(): Promise<void> {
  const settings = config();
  const ran = await migrate(options(settings.DATABASE_URL));
  createLogger('challenges', settings.LOG_LEVEL).info({ ran }, 'schema migrated');
}

main().catch(exitOnFailure('challenges'));
