import 'reflect-metadata';
import { LOGGER, exitOnFailure, runProcess } from '@duet/service-kit';
import { config } from './config.js';
import { createRealtime } from './create-realtime.js';

async function main(): Promise<void> {
  const settings = config();
  await runProcess('realtime', settings.OPS_PORT, async () => {
    const app = await createRealtime(settings);
    await app.listen(settings.PORT, '0.0.0.0');
    app.get(LOGGER).info({ port: settings.PORT }, 'http server listening');
    return app;
  });
}

main().catch(exitOnFailure('realtime'));
