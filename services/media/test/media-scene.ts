import { randomBytes } from 'node:crypto';
import { TestClock, s3 } from '@duet/testing';
import type { INestMicroservice } from '@nestjs/common';
import type { MediaConfig } from '../src/config.js';
import { RunningMedia } from './running-media.js';
import { S3Gate } from './s3-gate.js';

/** Media with its own bucket, its RPC peers, and a gate to S3 that tests can close. */
export interface MediaScene<Peers> {
  media: RunningMedia;
  gate: S3Gate;
  peers: Peers;
  stop: () => Promise<void>;
}

export async function startScene<Peers extends { app: INestMicroservice }>(
  startPeers: (nats: string) => Promise<Peers>,
  overrides: Partial<MediaConfig> = {},
  clock = new TestClock(),
): Promise<MediaScene<Peers>> {
  const gate = await S3Gate.before(s3().endpoint);
  const media = await RunningMedia.start(
    { S3_ENDPOINT: gate.endpoint, S3_BUCKET: `test-${randomBytes(8).toString('hex')}`, ...overrides },
    clock,
  );
  const peers = await startPeers(media.natsUrl);
  return {
    media,
    gate,
    peers,
    async stop(): Promise<void> {
      await peers.app.close();
      await media.stop();
      await gate.close();
    },
  };
}
