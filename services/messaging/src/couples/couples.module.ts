import { Module } from '@nestjs/common';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { PeopleModule } from '../people/people.module.js';
import { CoupleEventHandlers } from './couple-event-handlers.js';

@Module({ imports: [PeopleModule, ConversationsModule], providers: [CoupleEventHandlers] })
export class CouplesModule {}
