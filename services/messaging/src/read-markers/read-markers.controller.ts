import {
  type Call,
  MarkDeliveredDto,
  MarkReadDto,
  type ReadMarkerView,
  markDelivered,
  markRead,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { ReadMarkersService } from './read-markers.service.js';

@Controller()
export class ReadMarkersController {
  constructor(@Inject(ReadMarkersService) private readonly markers: ReadMarkersService) {}

  @Rpc(markRead)
  read({ actor }: Call<'user'>, dto: MarkReadDto): Promise<ReadMarkerView> {
    return this.markers.read(actor, dto);
  }

  @Rpc(markDelivered)
  deliver({ actor }: Call<'user'>, dto: MarkDeliveredDto): Promise<ReadMarkerView> {
    return this.markers.deliver(actor, dto);
  }
}
