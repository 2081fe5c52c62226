import { Module } from '@nestjs/common';
import { DailyQuestionController } from './daily-question.controller.js';
import { OwnQuestionsController } from './own-questions.controller.js';

@Module({ controllers: [DailyQuestionController, OwnQuestionsController] })
export class DailyQuestionModule {}
