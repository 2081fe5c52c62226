import 'reflect-metadata';
import { LOGGER, exitOnFailure, runProcess } from '@duet/service-kit';
import { config } from './config.js';
import { createGateway } from './create-gateway.js';

async function main(): Promise<void> {
  const settings = config();
  await runProcess('gateway', settings.OPS_PORT, async () => {
    const app = await createGateway(settings);
    await app.listen(settings.PORT, '0.0.0.0');
    app.get(LOGGER).info({ port: settings.PORT }, 'http server started');
    return app;
  });
}

main().catch(exitOnFailure('gateway'));
