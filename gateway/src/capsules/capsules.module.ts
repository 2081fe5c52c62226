import { Module } from '@nestjs/common';
import { CapsuleContentController } from './capsule-content.controller.js';
import { CapsuleFilesClient } from './capsule-files.js';
import { CapsuleOutsideController } from './capsule-outside.controller.js';
import { CapsulesController } from './capsules.controller.js';
import { ContributionUploads } from './contribution-uploads.js';
import { KeptMessages } from './kept-messages.js';

@Module({
  controllers: [CapsulesController, CapsuleContentController, CapsuleOutsideController],
  providers: [CapsuleFilesClient, ContributionUploads, KeptMessages],
  exports: [CapsuleFilesClient],
})
export class CapsulesModule {}
