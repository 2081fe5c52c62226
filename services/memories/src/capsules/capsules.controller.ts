import {
  AnswerUnlockByIdDto,
  type Call,
  CapsuleCoverByIdDto,
  CapsuleIdDto,
  type CapsuleList,
  CapsuleListQueryDto,
  type CapsuleView,
  ChangeCapsuleByIdDto,
  CreateCapsuleDto,
  MarkCapsuleDto,
  type MemoryStatistics,
  NoInput,
  ProposeUnlockByIdDto,
  answerUnlock,
  changeCapsule,
  createCapsule,
  deleteCapsule,
  finishCapsule,
  getCapsule,
  getMemoryStatistics,
  listCapsules,
  markCapsule,
  openCapsule,
  proposeUnlock,
  reopenCapsule,
  restoreCapsule,
  sealCapsule,
  setCapsuleCover,
  takeCapsule,
  unsealCapsule,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { CapsulesReader } from './capsules-reader.js';
import { CapsulesService } from './capsules.service.js';

@Controller()
export class CapsulesController {
  constructor(
    @Inject(CapsulesService) private readonly capsules: CapsulesService,
    @Inject(CapsulesReader) private readonly reader: CapsulesReader,
  ) {}

  @Rpc(listCapsules)
  listCapsules({ actor }: Call<'user'>, dto: CapsuleListQueryDto): Promise<CapsuleList> {
    return this.reader.list(actor.userId, dto);
  }

  @Rpc(createCapsule)
  createCapsule({ actor }: Call<'user'>, dto: CreateCapsuleDto): Promise<CapsuleView> {
    return this.capsules.create(actor.userId, dto);
  }

  @Rpc(getCapsule)
  getCapsule({ actor }: Call<'user'>, { id }: CapsuleIdDto): Promise<CapsuleView> {
    return this.reader.get(actor.userId, id);
  }

  @Rpc(changeCapsule)
  changeCapsule({ actor }: Call<'user'>, dto: ChangeCapsuleByIdDto): Promise<CapsuleView> {
    return this.capsules.change(actor.userId, dto);
  }

  @Rpc(setCapsuleCover)
  setCover({ actor }: Call<'user'>, dto: CapsuleCoverByIdDto): Promise<CapsuleView> {
    return this.capsules.setCover(actor.userId, dto);
  }

  @Rpc(takeCapsule)
  takeCapsule({ actor }: Call<'user'>, { id }: CapsuleIdDto): Promise<CapsuleView> {
    return this.capsules.take(actor.userId, id);
  }

  @Rpc(sealCapsule)
  sealCapsule({ actor }: Call<'user'>, { id }: CapsuleIdDto): Promise<CapsuleView> {
    return this.capsules.seal(actor.userId, id);
  }

  @Rpc(unsealCapsule)
  unsealCapsule({ actor }: Call<'user'>, { id }: CapsuleIdDto): Promise<CapsuleView> {
    return this.capsules.unseal(actor.userId, id);
  }

  @Rpc(proposeUnlock)
  proposeUnlock({ actor }: Call<'user'>, dto: ProposeUnlockByIdDto): Promise<CapsuleView> {
    return this.capsules.proposeUnlock(actor.userId, dto);
  }

  @Rpc(answerUnlock)
  answerUnlock({ actor }: Call<'user'>, dto: AnswerUnlockByIdDto): Promise<CapsuleView> {
    return this.capsules.answerUnlock(actor.userId, dto);
  }

  @Rpc(openCapsule)
  openCapsule({ actor }: Call<'user'>, { id }: CapsuleIdDto): Promise<CapsuleView> {
    return this.capsules.open(actor.userId, id);
  }

  @Rpc(finishCapsule)
  finishCapsule({ actor }: Call<'user'>, { id }: CapsuleIdDto): Promise<CapsuleView> {
    return this.capsules.finish(actor.userId, id);
  }

  @Rpc(reopenCapsule)
  reopenCapsule({ actor }: Call<'user'>, { id }: CapsuleIdDto): Promise<CapsuleView> {
    return this.capsules.reopen(actor.userId, id);
  }

  @Rpc(deleteCapsule)
  deleteCapsule({ actor }: Call<'user'>, { id }: CapsuleIdDto): Promise<CapsuleView> {
    return this.capsules.delete(actor.userId, id);
  }

  @Rpc(restoreCapsule)
  restoreCapsule({ actor }: Call<'user'>, { id }: CapsuleIdDto): Promise<CapsuleView> {
    return this.capsules.restore(actor.userId, id);
  }

  @Rpc(markCapsule)
  markCapsule({ actor }: Call<'user'>, dto: MarkCapsuleDto): Promise<CapsuleView> {
    return this.capsules.mark(actor.userId, dto);
  }

  @Rpc(getMemoryStatistics)
  getStatistics({ actor }: Call<'user'>, _dto: NoInput): Promise<MemoryStatistics> {
    return this.reader.statistics(actor.userId);
  }
}
