import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { PushController } from './push.controller.js';
import { PushEventHandlers } from './push-event-handlers.js';
import { PushNews } from './push-news.js';
import { PushQueue } from './push-queue.js';
import { PushSender } from './push-sender.js';
import { PushSubscriptionsService } from './push-subscriptions.service.js';
import { PushWorker } from './push-worker.js';
import { PushWriter } from './push-writer.js';

@Module({
  imports: [SessionsModule],
  controllers: [PushController],
  providers: [PushSubscriptionsService, PushQueue, PushWriter, PushNews, PushSender, PushWorker, PushEventHandlers],
  exports: [PushQueue],
})
export class PushModule {}
