import { IsUUID } from 'class-validator';
import { type Done, defineRpc, returns } from '../bus/rpc.js';
import { WholeNumber } from '../core/validators.js';

export class MemoriesSettledDto {
  @IsUUID()
  coupleId!: string;

  @WholeNumber(0)
  version!: number;
}

/** Answers once this version of a couple, a link or an unlink, is applied to its capsules. */
export const memoriesSettled = defineRpc({
  subject: 'memories.couple.settled',
  access: 'process',
  request: MemoriesSettledDto,
  returns: returns<Done>(),
  errors: ['TIMEOUT'],
});
