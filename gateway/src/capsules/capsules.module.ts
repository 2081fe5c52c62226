import { Module } from '@nestjs/common';
import { CapsuleContentController } from './capsule-content.controller.js';
import { CapsuleFilesClient } from './capsule-files.js';
import { CapsulesController } from './capsules.controller.js';
import { ContributionUploads } from './contribution-uploads.js';
import { KeptMessages } from './kept-messages.js';

@Module({
  controllers: [CapsulesController, CapsuleContentController],
  providers: [CapsuleFilesClient, ContributionUploads, KeptMessages],
  exports: [CapsuleFilesClient],
})
export class CapsulesModule {}
