import { LIMITS } from '@duet/contracts/plain';
import { FakeSpeech, installFakeSpeech } from '../../../../test/fake-speech.js';
import type { Recorder, RecorderNow } from './recorder.js';
import { createScribe } from './scribe.js';

const TRACK: Pick<MediaStreamTrack, 'kind'> = { kind: 'audio' };

/** A recorder that a test moves from state to state. */
function aRecorder() {
  let now: RecorderNow = { state: 'idle', seconds: 0, levels: [], recording: null, isRefused: false };
  const listeners = new Set<() => void>();
  const nothing = (): void => undefined;
  const recorder: Recorder = {
    get: () => now,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    track: () => (now.state === 'recording' || now.state === 'paused' ? Object(TRACK) : null),
    start: async () => undefined,
    pause: nothing,
    resume: nothing,
    stop: async () => null,
    discard: nothing,
    dismiss: nothing,
  };
  const becomes = (...states: RecorderNow['state'][]): void => {
    for (const state of states) {
      now = { ...now, state };
      for (const listener of listeners) listener();
    }
  };
  return { recorder, becomes };
}

/** Answers of the browser have come. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function recording(language: 'en' | 'de' | null = 'en') {
  const { recorder, becomes } = aRecorder();
  const scribe = createScribe(recorder);
  const leave = scribe.follow();
  scribe.speaks(language);
  becomes('starting', 'recording');
  await settled();
  return { scribe, becomes, leave };
}

const latest = (): FakeSpeech => {
  const last = FakeSpeech.all.at(-1);
  if (!last) throw new Error('nobody listens');
  return last;
};

beforeEach(() => {
  FakeSpeech.reset();
  FakeSpeech.availability = { 'en-US': 'available', 'de-DE': 'available' };
  installFakeSpeech(FakeSpeech);
});

afterAll(() => installFakeSpeech(undefined));

it('listens to the recorded track on this device, in the language of the account, and keeps what it hears', async () => {
  const { scribe, becomes } = await recording('de');
  expect(latest()).toMatchObject({ lang: 'de-DE', processLocally: true, continuous: true, interimResults: true, track: TRACK, state: 'listening' });
  latest().hears('Ich komme ', 'später');
  expect(scribe.get()).toEqual({ words: 'Ich komme später', isListening: true, isOn: true });
  becomes('recorded');
  expect(latest().state).toBe('stopped');
  latest().hears('Ich komme', 'spät');
  latest().ends();
  expect(scribe.get()).toEqual({ words: 'Ich komme spät', isListening: false, isOn: true });
  expect(FakeSpeech.all).toHaveLength(1);
});

it('hears nothing of what is said while the recorder pauses', async () => {
  const { scribe, becomes } = await recording();
  latest().hears('before');
  becomes('paused');
  const first = latest();
  expect(first.state).toBe('stopped');
  becomes('recording');
  expect(FakeSpeech.all).toHaveLength(1);
  first.ends();
  expect(FakeSpeech.all).toHaveLength(2);
  latest().hears('after');
  expect(scribe.get().words).toBe('before after');
  becomes('paused');
  latest().ends();
  expect(FakeSpeech.all).toHaveLength(2);
  becomes('recording');
  expect(FakeSpeech.all).toHaveLength(3);
});

it('goes on after a silence, and gives up where there is no use', async () => {
  const { scribe } = await recording();
  latest().hears('one');
  latest().ends('no-speech');
  expect(FakeSpeech.all).toHaveLength(2);
  for (let round = 0; round < 5; round += 1) latest().ends('no-speech');
  expect([FakeSpeech.all.length, scribe.get()]).toEqual([6, { words: 'one', isListening: false, isOn: true }]);

  const other = await recording();
  const before = FakeSpeech.all.length;
  latest().ends('language-not-supported');
  expect([FakeSpeech.all.length, other.scribe.get().isListening]).toEqual([before, false]);
});

it('takes the person’s word over its own', async () => {
  const { scribe, becomes } = await recording();
  latest().hears('I here you');
  becomes('recorded');
  scribe.write('I hear you');
  latest().hears('I here you well');
  latest().ends();
  expect(scribe.get()).toEqual({ words: 'I hear you', isListening: false, isOn: true });
  scribe.drop();
  expect(scribe.get()).toEqual({ words: '', isListening: false, isOn: false });
  becomes('idle', 'starting', 'recording');
  await settled();
  latest().hears('anew');
  expect(scribe.get().words).toBe('anew');
});

it('forgets a recording that is thrown away, and an answer that comes for it', async () => {
  const { scribe, becomes, leave } = await recording();
  const first = latest();
  first.hears('secret');
  becomes('idle');
  expect([first.state, scribe.get().words]).toEqual(['aborted', '']);
  first.hears('secret again');
  expect(scribe.get().words).toBe('');
  becomes('starting', 'recording', 'idle');
  await settled();
  expect(FakeSpeech.all).toHaveLength(1);
  becomes('starting', 'recording');
  await settled();
  leave();
  expect(latest().state).toBe('aborted');
});

it('never has more words than may be sent', async () => {
  const { scribe } = await recording();
  latest().hears('x'.repeat(4_000), 'y'.repeat(4_000));
  expect(scribe.get().words).toHaveLength(LIMITS.transcriptLength);
});

describe('nobody listens', () => {
  it('unless the person wants it', async () => {
    await recording(null);
    expect(FakeSpeech.all).toEqual([]);
  });

  it.each([
    ['without any recognition', undefined],
    ['that recognises somewhere else', class {}],
    ['that knows of languages but not of the device', class { static available = FakeSpeech.available; static install = FakeSpeech.install; }],
  ])('in a browser %s', async (_case, kind) => {
    installFakeSpeech(kind);
    const { scribe } = await recording();
    expect([FakeSpeech.all.length, scribe.get().isOn]).toEqual([0, false]);
  });

  it.each(['downloadable', 'downloading', 'unavailable'])('in a language that is %s', async (state) => {
    FakeSpeech.availability = { 'en-US': state };
    await recording();
    expect(FakeSpeech.all).toEqual([]);
  });
});
