import { Module } from '@nestjs/common';
import { SquareImages } from '../images/square-images.js';
import { AvatarOwners } from './avatar-owners.js';
import { AvatarsController } from './avatars.controller.js';
import { AvatarsService } from './avatars.service.js';

@Module({ controllers: [AvatarsController], providers: [AvatarsService, AvatarOwners, SquareImages] })
export class AvatarsModule {}
