import {
  type Call,
  type KeepableMessages,
  KeepableMessagesDto,
  type YearMessages,
  YearMessagesDto,
  listKeepableMessages,
  listYearMessages,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { KeepingService } from './keeping.service.js';

@Controller()
export class KeepingController {
  constructor(@Inject(KeepingService) private readonly keeping: KeepingService) {}

  @Rpc(listKeepableMessages)
  listKeepable(_call: Call<'process'>, dto: KeepableMessagesDto): Promise<KeepableMessages> {
    return this.keeping.listKeepable(dto);
  }

  @Rpc(listYearMessages)
  listYear(_call: Call<'process'>, dto: YearMessagesDto): Promise<YearMessages> {
    return this.keeping.listYear(dto);
  }
}
