import { Module } from '@nestjs/common';
import { ChallengeKeepsakes } from './challenge-keepsakes.js';
import { ChallengeLibraryController } from './challenge-library.controller.js';
import { ChallengeStepsController } from './challenge-steps.controller.js';
import { ChallengesController } from './challenges.controller.js';
import { ProofFiles } from './proof-files.js';

@Module({
  controllers: [ChallengeLibraryController, ChallengesController, ChallengeStepsController],
  providers: [ChallengeKeepsakes, ProofFiles],
})
export class ChallengesModule {}
