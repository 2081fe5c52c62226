import { Module } from '@nestjs/common';
import { SquareImages } from '../images/square-images.js';
import { ErasureList } from '../erasures/erasure-list.js';
import { AvatarOwners } from './avatar-owners.js';
import { AvatarPictures } from './avatar-pictures.js';
import { AvatarsController } from './avatars.controller.js';
import { AvatarsService } from './avatars.service.js';
import { FormerAvatars } from './former-avatars.service.js';
import { PlainAvatars } from './plain-avatars.js';
import { RememberedPictures } from './remembered-pictures.js';

@Module({
  controllers: [AvatarsController],
  providers: [
    ErasureList,
    AvatarPictures,
    AvatarsService,
    FormerAvatars,
    PlainAvatars,
    RememberedPictures,
    AvatarOwners,
    SquareImages,
  ],
  exports: [AvatarPictures],
})
export class AvatarsModule {}
