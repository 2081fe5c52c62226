import { Module } from '@nestjs/common';
import { ChallengeLibraryController } from './challenge-library.controller.js';
import { ChallengeStepsController } from './challenge-steps.controller.js';
import { ChallengesController } from './challenges.controller.js';

@Module({ controllers: [ChallengeLibraryController, ChallengesController, ChallengeStepsController] })
export class ChallengesModule {}
