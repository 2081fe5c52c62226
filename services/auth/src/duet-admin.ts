import 'reflect-metadata';
import { deadLetterCommands, mainOfAdmin, runAdmin, withProcess } from '@duet/service-kit';
import { AppModule } from './app.module.js';
import { config } from './config.js';
import { options } from './data-source.js';
import { accountCommands } from './operators/account-commands.js';

await mainOfAdmin((argv) => {
  const { SMTP_URL: _mailServer, ...settings } = config();
  // Without a mail server this process sends nothing: a mail that it queues is sent by auth.
  return withProcess('auth', settings, AppModule.forRoot, (open) =>
    runAdmin(options(settings.DATABASE_URL), [...accountCommands(open), ...deadLetterCommands(open)], argv),
  );
});
