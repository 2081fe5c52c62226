import {
  type Call,
  ChangeWishByIdDto,
  CreateWishDto,
  DONE,
  type Done,
  type FoundTitles,
  SearchWishesDto,
  WishIdDto,
  type WishList,
  WishListQueryDto,
  type WishView,
  changeWish,
  confirmWish,
  createWish,
  deleteWish,
  giveWishBack,
  listWishes,
  redeemWish,
  searchWishes,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { WishesReader } from './wishes-reader.js';
import { WishesService } from './wishes.service.js';

@Controller()
export class WishesController {
  constructor(
    @Inject(WishesService) private readonly wishes: WishesService,
    @Inject(WishesReader) private readonly reader: WishesReader,
  ) {}

  @Rpc(listWishes)
  listWishes({ actor }: Call<'user'>, dto: WishListQueryDto): Promise<WishList> {
    return this.reader.list(actor.userId, dto);
  }

  @Rpc(searchWishes)
  searchWishes({ actor }: Call<'user'>, dto: SearchWishesDto): Promise<FoundTitles> {
    return this.reader.search(actor.userId, dto);
  }

  @Rpc(createWish)
  createWish({ actor }: Call<'user'>, dto: CreateWishDto): Promise<WishView> {
    return this.wishes.create(actor.userId, dto);
  }

  @Rpc(changeWish)
  changeWish({ actor }: Call<'user'>, dto: ChangeWishByIdDto): Promise<WishView> {
    return this.wishes.change(actor.userId, dto);
  }

  @Rpc(redeemWish)
  redeemWish({ actor }: Call<'user'>, { id }: WishIdDto): Promise<WishView> {
    return this.wishes.redeem(actor.userId, id);
  }

  @Rpc(giveWishBack)
  giveWishBack({ actor }: Call<'user'>, { id }: WishIdDto): Promise<WishView> {
    return this.wishes.giveBack(actor.userId, id);
  }

  @Rpc(confirmWish)
  confirmWish({ actor }: Call<'user'>, { id }: WishIdDto): Promise<WishView> {
    return this.wishes.confirm(actor.userId, id);
  }

  @Rpc(deleteWish)
  async deleteWish({ actor }: Call<'user'>, { id }: WishIdDto): Promise<Done> {
    await this.wishes.delete(actor.userId, id);
    return DONE;
  }
}
