import {
  type AddContributionByIdDto,
  type CapsuleView,
  type ContributionFieldsDto,
  type ContributionView,
  type StagedFiles,
  addContribution,
  setCapsuleCover,
  FIELD_TEXTS,
} from '@duet/contracts';
import { AppError, type CallContext, RpcClient, fieldError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Exchange } from '../http/exchange.js';
import { EntityUploads } from '../media/entity-uploads.js';

/** Files that become a contribution or a cover. */
@Injectable()
export class ContributionUploads {
  constructor(
    @Inject(EntityUploads) private readonly uploads: EntityUploads,
    @Inject(RpcClient) private readonly rpc: RpcClient,
  ) {}

  /**
   * A repeated `clientId` answers with the first contribution, and the files that came again are deleted.
   * @throws AppError as `EntityUploads.store`
   */
  async contribute(context: CallContext, exchange: Exchange, capsuleId: string): Promise<ContributionView> {
    return this.uploads.store(
      exchange,
      { type: 'capsule', id: capsuleId },
      ({ files, fields }, timeout) =>
        this.rpc.call(addContribution, context, contributionOf(capsuleId, files, fields), timeout),
      ({ attachments }) => attachments.map(({ id }) => id),
    );
  }

  /**
   * A repeated `clientId` changes nothing, and the picture that came again is deleted.
   * @throws AppError as `EntityUploads.store`; TOO_MANY_FILES
   */
  async setCover(context: CallContext, exchange: Exchange, id: string): Promise<CapsuleView> {
    return this.uploads.store(
      exchange,
      { type: 'capsule', id },
      async ({ files: [file, ...more], fields: { clientId } }, timeout) => {
        if (!file || more.length > 0) throw new AppError('TOO_MANY_FILES');
        return this.rpc.call(setCapsuleCover, context, { id, clientId, file }, timeout);
      },
      ({ cover }) => (cover ? [cover.id] : []),
    );
  }
}

/** memories validates the fields; here they only get their types. @throws AppError VALIDATION_FAILED for JSON that is none */
function contributionOf(
  id: string,
  files: StagedFiles['files'],
  { place, captions, text, ...fields }: ContributionFieldsDto,
): AddContributionByIdDto {
  const words = captions === undefined ? [] : parsed('captions', captions);
  if (!Array.isArray(words)) throw fieldError('captions', FIELD_TEXTS.mustBeList);
  const attachments = files.map((file, index) => ({
    ...file,
    ...(words[index] !== undefined && { caption: words[index] }),
  }));
  const given = {
    ...fields,
    // An empty text field of a form says nothing.
    ...(text !== undefined && text.trim() !== '' && { text }),
    ...(place !== undefined && { place: parsed('place', place) }),
  };
  return Object.assign({ id, attachments }, given) as AddContributionByIdDto;
}

function parsed(field: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw fieldError(field, FIELD_TEXTS.mustBeJson);
  }
}
