import { type StoryAnswerView, type StoryReadingView, chooseInStory } from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Exchange } from '../http/exchange.js';
import { EntityFiles } from '../media/entity-files.js';
import { EntityUploads } from '../media/entity-uploads.js';

/** The photos of stories: challenges answers with those that the viewer may load, and media describes and signs them. */
@Injectable()
export class StoryPhotos {
  constructor(
    @Inject(EntityFiles) private readonly files: EntityFiles,
    @Inject(EntityUploads) private readonly uploads: EntityUploads,
    @Inject(RpcClient) private readonly rpc: RpcClient,
  ) {}

  /**
   * Answers a prompt with a photo. A repeated `clientId` answers with the reading as it is, and the photo that came again is
   * deleted.
   * @throws AppError as `EntityUploads.store`
   */
  async answer(context: CallContext, exchange: Exchange, id: string): Promise<StoryReadingView> {
    return this.uploads.store(
      exchange,
      { type: 'story', id },
      ({ files, fields: { version, ...fields } }, timeout) => {
        const choice = { ...fields, id, version: Number(version), attachments: files };
        return this.rpc.call(chooseInStory, context, choice, timeout);
      },
      photoIdsIn,
    );
  }

  /** Fills in the photos. Without media's answer they stay null, and the words are readable all the same. */
  async fill(exchange: Exchange, reading: StoryReadingView): Promise<StoryReadingView> {
    const { _id: id, access, node, mine, path } = reading;
    if (!access) return reading;
    const owner = { type: 'story' as const, id, ...access, ids: photoIdsIn(reading) };
    const files = await this.files.describeIfPossible(exchange, [owner]);
    const filled = (answer: StoryAnswerView): StoryAnswerView =>
      answer.photo ? { ...answer, photo: { id: answer.photo.id, file: files.get(answer.photo.id) ?? null } } : answer;
    const shown = <Node extends StoryReadingView['node']>(one: Node): Node =>
      one?.recalled ? { ...one, recalled: one.recalled.map(filled) } : one;
    return {
      ...reading,
      node: shown(node),
      mine: mine && filled(mine),
      path: path.map((step) => ({ ...step, node: shown(step.node), answers: step.answers.map(filled) })),
    };
  }
}

/** A recalled photo is also in the path. */
const photoIdsIn = ({ mine, path }: StoryReadingView): string[] =>
  [...path.flatMap(({ answers }) => answers), ...(mine ? [mine] : [])].flatMap(({ photo }) => photo?.id ?? []);
