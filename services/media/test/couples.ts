import { randomUUID } from 'node:crypto';
import {
  AttachmentIdsDto,
  type Call,
  type CoupleLinked,
  DONE,
  type Done,
  FinishRestitutionDto,
  type FileOwnerType,
  type PublishedMessage,
  MessageIdDto,
  type PersonSnapshot,
  type RestitutionRecords,
  RestitutionRecordsDto,
  type StagedFiles,
  type StagedUpload,
  attachmentsInUse,
  coupleLinked,
  couplePurged,
  coupleUnlinked,
  finishRestitution,
  listRestitution,
  messageDeleted,
  messageSent,
  wantedPreview,
} from '@duet/contracts';
import { BaseConfig, KitModule, Rpc, createService } from '@duet/service-kit';
import { aPerson, eventually, processSettings } from '@duet/testing';
import { Controller, Inject, type INestMicroservice, Module } from '@nestjs/common';
import { type RunningMedia, keys, tokenOf } from './running-media.js';

/** A couple whose events the test publishes in pairing's place. */
export class TestCouple {
  readonly id = randomUUID();
  readonly a: PersonSnapshot;
  readonly b: PersonSnapshot;
  private version = 0;

  constructor(
    private readonly media: RunningMedia,
    idOfA?: string,
    idOfB?: string,
  ) {
    this.a = aPerson(idOfA === undefined ? {} : { _id: idOfA });
    this.b = aPerson(idOfB === undefined ? {} : { _id: idOfB });
  }

  get members(): [string, string] {
    return [this.a._id, this.b._id];
  }

  async link(): Promise<this> {
    this.version += 1;
    const event: CoupleLinked = {
      coupleId: this.id,
      members: [this.a, this.b],
      linkedAt: new Date().toISOString(),
      timezone: 'Europe/Berlin',
      version: this.version,
    };
    // The service opens the stream a moment after its start.
    await eventually(() => this.media.bus.publish(coupleLinked, this.id, event));
    return this.publishState(true);
  }

  async unlink(): Promise<this> {
    this.version += 1;
    await this.media.bus.publish(coupleUnlinked, this.id, {
      coupleId: this.id,
      members: this.members,
      endedAt: new Date().toISOString(),
      version: this.version,
    });
    return this.publishState(false);
  }

  async purge(): Promise<void> {
    await this.media.bus.publish(couplePurged, this.id, {
      coupleId: this.id,
      members: this.members,
      version: this.version,
    });
  }

  async bytes(): Promise<number> {
    const [row] = await this.media.rows<{ bytes: string }>('SELECT bytes FROM couples WHERE id = $1', [this.id]);
    return Number(row?.bytes);
  }

  private async publishState(active: boolean): Promise<this> {
    await eventually(async () =>
      expect(await this.media.rows('SELECT active FROM couples WHERE id = $1', [this.id])).toEqual([{ active }]),
    );
    return this;
  }
}

/** The answers of messaging about references. */
export class InUse {
  readonly ids = new Set<string>();
  asked = 0;
  /** The link of each message that needs a preview. */
  readonly links = new Map<string, string>();
}

@Controller()
class MessagingPeer {
  constructor(@Inject(InUse) private readonly inUse: InUse) {}

  @Rpc(attachmentsInUse) async used(_call: Call<'process'>, { ids }: AttachmentIdsDto): Promise<{ ids: string[] }> {
    this.inUse.asked += 1;
    return { ids: ids.filter((id) => this.inUse.ids.has(id)) };
  }

  @Rpc(listRestitution) async returned(_call: Call, _dto: RestitutionRecordsDto): Promise<RestitutionRecords> {
    return { records: [], next: null };
  }

  @Rpc(finishRestitution) async finish(_call: Call, _dto: FinishRestitutionDto): Promise<Done> {
    return DONE;
  }

  @Rpc(wantedPreview) async wanted(
    _call: Call<'process'>,
    { messageId }: MessageIdDto,
  ): Promise<{ url: string | null }> {
    return { url: this.inUse.links.get(messageId) ?? null };
  }
}

/** Answers RPC calls in messaging's place. */
export interface MessagingPeers {
  inUse: InUse;
  app: INestMicroservice;
}

export async function startMessagingPeer(nats: string): Promise<MessagingPeers> {
  const inUse = new InUse();
  const config = Object.assign(new BaseConfig(), processSettings(nats, keys.publicKeys));
  @Module({
    imports: [KitModule.forRoot({ process: 'messaging-peer' }, config)],
    controllers: [MessagingPeer],
    providers: [{ provide: InUse, useValue: inUse }],
  })
  class Peers {}
  const app = await createService(Peers, 'messaging-peer', config);
  await app.listen();
  return { inUse, app };
}

export interface UploadAnswer {
  status: number;
  code?: string;
  message?: string;
  data?: StagedUpload;
}

export interface Sent {
  name: string;
  bytes: Buffer | string;
}

export const formOf = (field: string, files: readonly Sent[], fields: Record<string, string> = {}): FormData => {
  const form = new FormData();
  for (const { name, bytes } of files)
    form.append(field, new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

export async function upload(
  media: RunningMedia,
  userId: string,
  form: FormData,
  path = '/attachments',
): Promise<UploadAnswer> {
  const response = await fetch(media.url + path, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${tokenOf(userId)}` },
  });
  return { status: response.status, ...((await response.json()) as Omit<UploadAnswer, 'status'>) };
}

/** Uploads files and returns the staged ids. */
export async function staged(
  media: RunningMedia,
  userId: string,
  files: readonly Sent[],
  field: 'files' | 'voice' = 'files',
): Promise<string[]> {
  const answer = await upload(
    media,
    userId,
    formOf(field, files),
    field === 'voice' ? '/attachments/voice' : '/attachments',
  );
  if (!answer.data) throw new Error(`${answer.status} ${answer.code}`);
  return answer.data.messages.flatMap(({ attachments }) => attachments.map(({ id }) => id));
}

/** Uploads a file for a capsule and returns its id. */
export async function stagedFor(
  media: RunningMedia,
  userId: string,
  entityId: string,
  file: Sent,
  type: FileOwnerType = 'capsule',
): Promise<string> {
  const response = await fetch(`${media.url}/entity-files/${type}/${entityId}`, {
    method: 'POST',
    body: formOf('files', [file], {
      clientId: randomUUID(),
      ...(type === 'story' && { nodeId: 'dim', version: '1' }),
    }),
    headers: { authorization: `Bearer ${tokenOf(userId)}` },
  });
  const { data } = (await response.json()) as { data?: StagedFiles };
  const [made] = data?.files ?? [];
  if (!made) throw new Error(String(response.status));
  return made.id;
}

const eventOf = (couple: TestCouple, attachmentIds: string[]): PublishedMessage => ({
  chatId: couple.id,
  rev: 1,
  actorId: couple.a._id,
  messageId: randomUUID(),
  attachmentIds,
});

/** Publishes a message with these attachments. */
export async function send(media: RunningMedia, couple: TestCouple, ids: string[]): Promise<void> {
  await media.bus.publish(messageSent, couple.id, eventOf(couple, ids));
  await eventually(async () =>
    expect(await media.rows('SELECT id FROM attachments WHERE id = ANY($1) AND NOT sent', [ids])).toEqual([]),
  );
}

/** A text file to upload. */
export const textFile = (content = 'x'): Sent[] => [{ name: 'a.txt', bytes: content }];

/** Publishes a message of member `a` with one text file. @returns the id of the file */
export async function shared(media: RunningMedia, couple: TestCouple, content?: string): Promise<string> {
  const [id = ''] = await staged(media, couple.a._id, textFile(content));
  await send(media, couple, [id]);
  return id;
}

/** Publishes the deletion of a message with these attachments. */
export const bury = (media: RunningMedia, couple: TestCouple, ids: string[]): Promise<void> =>
  media.bus.publish(messageDeleted, couple.id, eventOf(couple, ids));

export const load = (
  media: RunningMedia,
  userId: string,
  id: string,
  variant = 'original',
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${media.url}/attachments/${id}/${variant}`, {
    headers: { authorization: `Bearer ${tokenOf(userId)}`, ...headers },
  });

export const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
