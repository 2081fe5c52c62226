import { type Actor, DescribeFilesDto, type DescribedFile, SetAccessEpochDto } from '@duet/contracts';
import { validateInput } from '@duet/service-kit';
import { Body, Controller, HttpCode, Inject, Post, UseGuards } from '@nestjs/common';
import { BearerActor, BearerGuard } from '../http/bearer.guard.js';
import { EntityFilesService } from './entity-files.service.js';

interface Answer<T> {
  success: true;
  data: T;
}

/** Links to files of entities, for the gateway, which asks the entity's service first. */
@Controller('entity-files')
@UseGuards(BearerGuard)
export class EntityFilesController {
  constructor(@Inject(EntityFilesService) private readonly files: EntityFilesService) {}

  @Post('describe')
  @HttpCode(200)
  async describe(@BearerActor() actor: Actor, @Body() body: unknown): Promise<Answer<{ files: DescribedFile[] }>> {
    const { owners } = validateInput(DescribeFilesDto, body);
    return { success: true, data: { files: await this.files.describe(actor, owners) } };
  }

  @Post('access-epoch')
  @HttpCode(200)
  async setAccessEpoch(@BearerActor() actor: Actor, @Body() body: unknown): Promise<Answer<null>> {
    await this.files.setAccessEpoch(actor, validateInput(SetAccessEpochDto, body));
    return { success: true, data: null };
  }
}
