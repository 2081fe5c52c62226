import 'reflect-metadata';
import { deadLetterCommands, mainOfAdmin, runAdmin, withProcess } from '@duet/service-kit';
import { AppModule } from './app.module.js';
import { config } from './config.js';
import { options } from './data-source.js';
import { coupleCommands } from './operators/couple-commands.js';
import { reportCommands } from './reports/report-commands.js';
import { reportKeys } from './reports/report-keys.js';

await mainOfAdmin((argv) => {
  const settings = config();
  return withProcess('pairing', settings, AppModule.forRoot, (open) =>
    runAdmin(
      options(settings.DATABASE_URL),
      [...coupleCommands, ...reportCommands(reportKeys(settings)), ...deadLetterCommands(open)],
      argv,
    ),
  );
});
