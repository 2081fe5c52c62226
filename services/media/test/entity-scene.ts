import { randomUUID } from 'node:crypto';
import {
  AttachmentIdsDto,
  type Call,
  DONE,
  type DescribedFile,
  type Done,
  type FileOwner,
  FinishRestitutionDto,
  type RestitutionRecords,
  RestitutionRecordsDto,
  type StagedFiles,
  attachmentsInUse,
  challengeFilesInUse,
  filesChanged,
  finishRestitution,
  listRestitution,
  memoryFilesInUse,
  storyFilesInUse,
} from '@duet/contracts';
import { BaseConfig, KitModule, Rpc, createService } from '@duet/service-kit';
import type { TestClock } from '@duet/testing';
import { Controller, type INestMicroservice, Module } from '@nestjs/common';
import { type Sent, TestCouple, formOf } from './couples.js';
import { exifBlock, withSegments } from './exif-blocks.js';
import { type MediaScene, startScene } from './media-scene.js';
import { allowDecoding, plain } from './pictures.js';
import { keys, tokenOf } from './running-media.js';

/** The files that an entity refers to, as its service answers; messages refer to none. */
export const inUse = new Set<string>();

@Controller()
class EntityPeer {
  @Rpc(attachmentsInUse) async ofMessages(_call: Call, _dto: AttachmentIdsDto): Promise<{ ids: string[] }> {
    return { ids: [] };
  }

  @Rpc(memoryFilesInUse) async used(_call: Call, { ids }: AttachmentIdsDto): Promise<{ ids: string[] }> {
    return { ids: ids.filter((id) => inUse.has(`capsule ${id}`)) };
  }

  @Rpc(challengeFilesInUse) async ofChallenges(_call: Call, { ids }: AttachmentIdsDto): Promise<{ ids: string[] }> {
    return { ids: ids.filter((id) => inUse.has(`challenge ${id}`)) };
  }

  @Rpc(storyFilesInUse) async ofStories(_call: Call, { ids }: AttachmentIdsDto): Promise<{ ids: string[] }> {
    return { ids: ids.filter((id) => inUse.has(`story ${id}`)) };
  }

  @Rpc(listRestitution) async returned(_call: Call, _dto: RestitutionRecordsDto): Promise<RestitutionRecords> {
    return { records: [], next: null };
  }

  @Rpc(finishRestitution) async finish(_call: Call, _dto: FinishRestitutionDto): Promise<Done> {
    return DONE;
  }
}

async function startMemoriesPeer(nats: string): Promise<{ app: INestMicroservice }> {
  const config = Object.assign(new BaseConfig(), {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    NATS_URL: nats,
    OPS_PORT: 0,
    JWT_PUBLIC_KEYS: keys.publicKeys,
  });
  @Module({ imports: [KitModule.forRoot({ process: 'memories-peer' }, config)], controllers: [EntityPeer] })
  class Peers {}
  const app = await createService(Peers, 'memories-peer', config);
  await app.listen();
  return { app };
}

/** Media with the peers that refer to the files of entities, and a couple. */
export interface EntityScene extends MediaScene<{ app: INestMicroservice }> {
  couple: TestCouple;
}

export async function startEntities(clock: TestClock): Promise<EntityScene> {
  const scene = await startScene(startMemoriesPeer, {}, clock);
  const couple = await new TestCouple(scene.media).link();
  allowDecoding();
  return { ...scene, couple };
}

interface Allowed {
  epoch?: number;
  seconds?: number;
  by?: string;
}

/** The calls about files of entities; the couple's first member makes them. */
export function entityCalls(scene: () => EntityScene) {
  const capsuleOf = ({ id: coupleId }: TestCouple = scene().couple): FileOwner => ({
    type: 'capsule',
    id: randomUUID(),
    coupleId,
  });

  async function post<T>(
    userId: string,
    path: string,
    body: object,
  ): Promise<{ status: number; data?: T; code?: string }> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${scene().media.url}/entity-files/${path}`, {
      method: 'POST',
      body: isForm ? body : JSON.stringify(body),
      headers: {
        authorization: `Bearer ${tokenOf(userId)}`,
        ...(!isForm && { 'content-type': 'application/json' }),
      },
    });
    const answer = (await response.json()) as { data?: T; code?: string };
    return { status: response.status, ...answer };
  }

  const put = (
    owner: FileOwner,
    files: readonly Sent[],
    by = scene().couple.a._id,
    fields: Record<string, string> = {},
  ) =>
    post<StagedFiles>(
      by,
      `${owner.type}/${owner.id}`,
      formOf('files', files, {
        clientId: randomUUID(),
        ...(owner.type === 'story' && { nodeId: 'dim', version: '1' }),
        ...fields,
      }),
    );

  async function one(owner: FileOwner, file: Sent, by = scene().couple.a._id) {
    const { data, code } = await put(owner, [file], by);
    const [made] = data?.files ?? [];
    if (!made) throw new Error(code);
    return made;
  }

  async function describeAll(
    { type, id }: FileOwner,
    ids: string[],
    { epoch = 0, seconds = 60, by = scene().couple.a._id }: Allowed = {},
  ): Promise<DescribedFile[]> {
    return (
      (await post<{ files: DescribedFile[] }>(by, 'describe', { owners: [{ type, id, epoch, seconds, ids }] })).data
        ?.files ?? []
    );
  }

  async function linkTo(owner: FileOwner, id: string, allowed?: Allowed): Promise<string> {
    const [described] = await describeAll(owner, [id], allowed);
    if (!described?.file.url) throw new Error('no link');
    return described.file.url;
  }

  const open = (path: string, init?: RequestInit): Promise<Response> =>
    fetch(scene().media.url + path.replace('/api/media', ''), init);

  const change = (owner: FileOwner, more: { accessEpoch?: number; added?: string[]; removed?: string[] }) =>
    scene().media.bus.publish(filesChanged, owner.coupleId, { owner, accessEpoch: 0, added: [], removed: [], ...more });

  return { capsuleOf, post, put, one, describeAll, linkTo, open, change };
}

const CAMERA = { 0x010f: 'SecretCamera' };
const SHOT = { 0x9003: '2024:05:06 07:08:09', 0x9011: '+02:00' };
const SOUTH_WEST = {
  0x0001: 'S',
  0x0002: [
    [33, 1],
    [51, 1],
    [36, 1],
  ] as [number, number][],
  0x0003: 'W',
  0x0004: [
    [70, 1],
    [30, 1],
    [0, 1],
  ] as [number, number][],
};

export const tagged = async (): Promise<Buffer> =>
  withSegments(await plain('jpeg'), exifBlock(CAMERA, SHOT, SOUTH_WEST, Buffer.alloc(0)));
