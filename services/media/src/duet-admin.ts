import 'reflect-metadata';
import { Health, createLogger, mainOfAdmin, runAdmin } from '@duet/service-kit';
import { config } from './config.js';
import { options } from './data-source.js';
import { reportCommands } from './reports/report-commands.js';
import { DataKeys } from './sealing/data-keys.service.js';
import { mediaKeys } from './sealing/media-keys.js';
import { SealedObjects } from './sealing/sealed-objects.js';
import { ObjectStore } from './storage/object-store.js';

await mainOfAdmin(async (argv) => {
  const settings = config();
  const health = new Health('media');
  const store = new ObjectStore(settings, createLogger('media', settings.LOG_LEVEL), health);
  try {
    return await runAdmin(
      options(settings.DATABASE_URL),
      reportCommands((database) => new SealedObjects(store, new DataKeys(database, mediaKeys(settings), health))),
      argv,
    );
  } finally {
    store.onApplicationShutdown();
  }
});
