import { mainOfMigrate } from '@duet/service-kit';
import { config } from './config.js';
import { options } from './data-source.js';

await mainOfMigrate('challenges', config, options);
