import { randomUUID } from 'node:crypto';
import { TlsFront, s3, selfSigned, trust } from '@duet/testing';
import { plain } from './pictures.js';
import { RunningMedia } from './running-media.js';

it('media stores over TLS when S3_ENDPOINT begins with https://', async () => {
  const certificate = await selfSigned();
  const front = await TlsFront.before(s3().endpoint, certificate);
  trust(certificate);
  const media = await RunningMedia.start({ S3_ENDPOINT: `https://localhost:${front.port}` });
  try {
    const { status } = await media.upload(randomUUID(), { bytes: await plain('png'), name: 'me.png' });
    expect(status).toBe(200);
    expect(front.encrypted).toBeGreaterThan(0);
  } finally {
    await media.stop();
    await front.stop();
  }
}, 60_000);
