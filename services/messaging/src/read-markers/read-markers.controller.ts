import { type Call, MarkReadDto, type ReadMarkerView, markRead } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { ReadMarkersService } from './read-markers.service.js';

@Controller()
export class ReadMarkersController {
  constructor(@Inject(ReadMarkersService) private readonly markers: ReadMarkersService) {}

  @Rpc(markRead)
  move({ actor }: Call<'user'>, dto: MarkReadDto): Promise<ReadMarkerView> {
    return this.markers.move(actor, dto);
  }
}
