import {
  type Call,
  type ExportConversation,
  type ExportMessages,
  ExportMessagesDto,
  NoInput,
  getExportMessages,
  listExportConversations,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { ExportsService } from './exports.service.js';

@Controller()
export class ExportsController {
  constructor(@Inject(ExportsService) private readonly exports: ExportsService) {}

  @Rpc(listExportConversations)
  conversations(call: Call<'user'>, _dto: NoInput): Promise<ExportConversation[]> {
    return this.exports.conversations(call.actor);
  }

  @Rpc(getExportMessages)
  messages(call: Call<'user'>, dto: ExportMessagesDto): Promise<ExportMessages> {
    return this.exports.messages(call.actor, dto);
  }
}
