import { Module } from '@nestjs/common';
import { NudgesController } from './nudges.controller.js';

@Module({ controllers: [NudgesController] })
export class NudgesModule {}
