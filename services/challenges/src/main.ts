import { createService, exitOnFailure, runProcess } from '@duet/service-kit';
import { AppModule } from './app.module.js';
import { config } from './config.js';

async function main(): Promise<void> {
  const settings = config();
  await runProcess('challenges', settings.OPS_PORT, async () => {
    const app = await createService(AppModule.forRoot(settings), 'challenges', settings);
    await app.listen();
    return app;
  });
}

main().catch(exitOnFailure('challenges'));
