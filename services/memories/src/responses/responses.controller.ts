import {
  type Call,
  CapsuleCommentByIdDto,
  CapsuleCommentIdDto,
  type CapsuleCommentView,
  CapsuleReactionByIdDto,
  type CapsuleView,
  DONE,
  type Done,
  commentOnCapsule,
  deleteComment,
  reactToCapsule,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { CapsulesReader } from '../capsules/capsules-reader.js';
import { ResponsesService } from './responses.service.js';

@Controller()
export class ResponsesController {
  constructor(
    @Inject(ResponsesService) private readonly responses: ResponsesService,
    @Inject(CapsulesReader) private readonly capsules: CapsulesReader,
  ) {}

  @Rpc(reactToCapsule)
  async toggleReaction({ actor }: Call<'user'>, dto: CapsuleReactionByIdDto): Promise<CapsuleView> {
    await this.responses.toggleReaction(actor.userId, dto);
    return this.capsules.get(actor.userId, dto.id);
  }

  @Rpc(commentOnCapsule)
  comment({ actor }: Call<'user'>, dto: CapsuleCommentByIdDto): Promise<CapsuleCommentView> {
    return this.responses.comment(actor.userId, dto);
  }

  @Rpc(deleteComment)
  async deleteComment({ actor }: Call<'user'>, dto: CapsuleCommentIdDto): Promise<Done> {
    await this.responses.deleteComment(actor.userId, dto);
    return DONE;
  }
}
