import { type DynamicModule, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { AttachmentsController } from './attachments.controller.js';
import { AvatarPicturesController, AvatarsController } from './avatars.controller.js';
import { ExportFilesController } from './exports.controller.js';
import { EntityFiles } from './entity-files.js';
import { EntityUploads } from './entity-uploads.js';
import { FileCopies } from './file-copies.js';
import { MEDIA_URL, MediaClient } from './media-client.js';
import { OpenTransfers } from './open-transfers.js';
import { RestitutionFilesController } from './restitutions.controller.js';
import { UploadsController } from './uploads.controller.js';

/** Uploads and downloads. Bytes travel to and from media by HTTP, never over the bus. */
@Module({})
export class MediaModule implements OnModuleInit {
  constructor(private readonly host: HttpAdapterHost<FastifyAdapter>) {}

  static forRoot(url: string): DynamicModule {
    return {
      module: MediaModule,
      controllers: [
        AvatarsController,
        AvatarPicturesController,
        ExportFilesController,
        RestitutionFilesController,
        AttachmentsController,
        UploadsController,
      ],
      providers: [
        EntityFiles,
        EntityUploads,
        FileCopies,
        MediaClient,
        OpenTransfers,
        { provide: MEDIA_URL, useValue: url },
      ],
      exports: [EntityFiles, EntityUploads, FileCopies, MediaClient],
      // Capsules and challenges have files too.
      global: true,
    };
  }

  /** Leaves multipart bodies unread, so that routes can stream them. */
  onModuleInit(): void {
    this.host.httpAdapter
      .getInstance()
      .addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
  }
}
