import 'reflect-metadata';
import { Health, createLogger, deadLetterCommands, mainOfAdmin, runAdmin, withProcess } from '@duet/service-kit';
import { AppModule } from './app.module.js';
import { config } from './config.js';
import { options } from './data-source.js';
import { storageCommands } from './operators/storage-commands.js';
import { reportCommands } from './reports/report-commands.js';
import { DataKeys } from './sealing/data-keys.service.js';
import { mediaKeys } from './sealing/media-keys.js';
import { SealedObjects } from './sealing/sealed-objects.js';
import { ObjectStore } from './storage/object-store.js';

await mainOfAdmin(async (argv) => {
  const settings = config();
  const health = new Health('media');
  const store = new ObjectStore(settings, createLogger('media', 'silent'), health);
  try {
    return await withProcess('media', settings, AppModule.forRoot, (open) =>
      runAdmin(
        options(settings.DATABASE_URL),
        [
          ...storageCommands,
          ...reportCommands(
            (database) => new SealedObjects(store, new DataKeys(database, mediaKeys(settings), health)),
          ),
          ...deadLetterCommands(open),
        ],
        argv,
      ),
    );
  } finally {
    store.onApplicationShutdown();
  }
});
