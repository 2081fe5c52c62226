import {
  AddDateDto, type Call, ChangeDateByIdDto, DONE, DateIdDto, type DateList, type Done, type ImportantDateView, NoInput, addDate, changeDate, listDates, removeDate,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { DatesService } from './dates.service.js';

@Controller()
export class DatesController {
  constructor(@Inject(DatesService) private readonly dates: DatesService) {}

  @Rpc(listDates)
  list({ actor }: Call<'user'>, _dto: NoInput): Promise<DateList> {
    return this.dates.list(actor.userId);
  }

  @Rpc(addDate)
  add({ actor }: Call<'user'>, dto: AddDateDto): Promise<ImportantDateView> {
    return this.dates.add(actor.userId, dto);
  }

  @Rpc(changeDate)
  change({ actor }: Call<'user'>, dto: ChangeDateByIdDto): Promise<ImportantDateView> {
    return this.dates.change(actor.userId, dto);
  }

  @Rpc(removeDate)
  async remove({ actor }: Call<'user'>, { id }: DateIdDto): Promise<Done> {
    await this.dates.remove(actor.userId, id);
    return DONE;
  }
}
