import { randomUUID } from 'node:crypto';
import {
  type CopiedFileDto,
  type FilesChanged,
  type KeepableFile,
  type KeepableMessage,
  filesChanged,
  getCapsule,
  listCapsules,
} from '@duet/contracts';
import type { TestUser } from '@duet/testing';
import { startKeepingPeers } from './keeping-peers.js';
import { RunningMemories } from './running-memories.js';

export const WORDS = 'I said this and meant it';

/** memories, and stand-ins for the services that know what can be kept. */
export interface KeepingScene {
  memories: RunningMemories;
  peers: Awaited<ReturnType<typeof startKeepingPeers>>;
  stop: () => Promise<void>;
}

export async function startKeeping(): Promise<KeepingScene> {
  const memories = await RunningMemories.start();
  const scene: KeepingScene = {
    memories,
    peers: await startKeepingPeers(memories.nats.url, memories.keys),
    async stop(): Promise<void> {
      await scene.peers.app.close();
      await memories.stop();
    },
  };
  return scene;
}

export const inIt = async (by: TestUser, id: string) => (await by.call(getCapsule, { id })).contributions;
export const albumsOf = async (by: TestUser) => (await by.call(listCapsules, {})).capsules;
export const picture = (): KeepableFile => ({ id: randomUUID(), kind: 'image' });

export const copyOf = ({ id, kind }: KeepableFile): CopiedFileDto => ({
  id: randomUUID(),
  kind,
  fingerprint: 'a'.repeat(64),
  ...(kind === 'image' && { place: { lat: 38.7, lng: -9.1 } }),
  copyOf: id,
});

/** The couples of a scene, their conversations, and the changes of files that they cause. */
export function keepingCalls(scene: () => KeepingScene) {
  /** A couple with a conversation. */
  async function couple(timezone?: string): Promise<[ada: TestUser, bob: TestUser, coupleId: string]> {
    const [ada, bob, coupleId] = await scene().memories.couple(timezone);
    for (const { id } of [ada, bob]) scene().peers.known.chats.set(id, coupleId);
    scene().peers.known.messages.set(coupleId, []);
    return [ada, bob, coupleId];
  }

  function say(coupleId: string, { id: senderId }: TestUser, more: Partial<KeepableMessage> = {}): KeepableMessage {
    const messages = scene().peers.known.messages.get(coupleId) ?? [];
    const createdAt = '2026-11-20T23:30:00.000Z';
    const message = { messageId: randomUUID(), seq: messages.length + 1, senderId, content: WORDS, createdAt, ...more };
    scene().peers.known.messages.set(coupleId, [...messages, message]);
    return message;
  }

  const changesIn = async (coupleId: string): Promise<FilesChanged[]> =>
    (await scene().memories.bus.events(filesChanged)).filter(({ owner }) => owner.coupleId === coupleId);

  return { couple, say, changesIn };
}
