import {
  AddDateDto,
  type Call,
  ChangeDateByIdDto,
  DONE,
  DateIdDto,
  type DateList,
  type Done,
  type FoundDates,
  type ImportantDateView,
  NoInput,
  SearchDatesDto,
  addDate,
  changeDate,
  listDates,
  removeDate,
  searchDates,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { DatesService } from './dates.service.js';

@Controller()
export class DatesController {
  constructor(@Inject(DatesService) private readonly dates: DatesService) {}

  @Rpc(listDates)
  list({ actor }: Call<'user'>, _dto: NoInput): Promise<DateList> {
    return this.dates.listDates(actor.userId);
  }

  @Rpc(searchDates)
  search({ actor }: Call<'user'>, dto: SearchDatesDto): Promise<FoundDates> {
    return this.dates.searchDates(actor.userId, dto);
  }

  @Rpc(addDate)
  add({ actor }: Call<'user'>, dto: AddDateDto): Promise<ImportantDateView> {
    return this.dates.addDate(actor.userId, dto);
  }

  @Rpc(changeDate)
  change({ actor }: Call<'user'>, dto: ChangeDateByIdDto): Promise<ImportantDateView> {
    return this.dates.changeDate(actor.userId, dto);
  }

  @Rpc(removeDate)
  async remove({ actor }: Call<'user'>, { id }: DateIdDto): Promise<Done> {
    await this.dates.removeDate(actor.userId, id);
    return DONE;
  }
}
