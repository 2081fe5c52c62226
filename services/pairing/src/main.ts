import { mainOfService } from '@duet/service-kit';
import { AppModule } from './app.module.js';
import { config } from './config.js';

await mainOfService('pairing', config, AppModule.forRoot);
