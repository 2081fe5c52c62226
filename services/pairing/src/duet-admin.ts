import 'reflect-metadata';
import { mainOfAdmin, runAdmin } from '@duet/service-kit';
import { config } from './config.js';
import { options } from './data-source.js';
import { reportCommands } from './reports/report-commands.js';
import { reportKeys } from './reports/report-keys.js';

await mainOfAdmin((argv) => {
  const settings = config();
  return runAdmin(options(settings.DATABASE_URL), reportCommands(reportKeys(settings)), argv);
});
