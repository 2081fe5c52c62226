import 'reflect-metadata';
import { deadLetterCommands, mainOfAdmin, runAdmin, withProcess } from '@duet/service-kit';
import { AppModule } from './app.module.js';
import { config } from './config.js';
import { options } from './data-source.js';

await mainOfAdmin((argv) => {
  const settings = config();
  return withProcess('messaging', settings, AppModule.forRoot, (open) =>
    runAdmin(options(settings.DATABASE_URL), deadLetterCommands(open), argv),
  );
});
