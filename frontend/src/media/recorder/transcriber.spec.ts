import { LIMITS } from '@duet/contracts/plain';
import { FakeSpeech, installFakeSpeech } from '../../../test/fake-speech.js';
import type { Recorder, RecorderState } from './recorder.js';
import { createTranscriber } from './transcriber.js';

const TRACK: Pick<MediaStreamTrack, 'kind'> = { kind: 'audio' };

/** A recorder that a test moves from state to state. */
function aRecorder() {
  let now: RecorderState = { state: 'idle', seconds: 0, levels: [], recording: null, isRefused: false };
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
  const becomes = (...states: RecorderState['state'][]): void => {
    for (const state of states) {
      now = { ...now, state };
      for (const listener of listeners) listener();
    }
  };
  return { recorder, becomes };
}

/** Waits until the browser's answers have arrived. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function recording(language: 'en' | 'de' | null = 'en') {
  const { recorder, becomes } = aRecorder();
  const transcriber = createTranscriber(recorder);
  const leave = transcriber.followRecorder();
  transcriber.setLanguage(language);
  becomes('starting', 'recording');
  await settled();
  return { transcriber, becomes, leave };
}

const latest = (): FakeSpeech => {
  const last = FakeSpeech.all.at(-1);
  if (!last) throw new Error('no recognition was started');
  return last;
};

beforeEach(() => {
  FakeSpeech.reset();
  FakeSpeech.availability = { 'en-US': 'available', 'de-DE': 'available' };
  installFakeSpeech(FakeSpeech);
});

afterAll(() => installFakeSpeech(undefined));

it('listens to the recorded track on this device, in the language of the account, and keeps the recognised words', async () => {
  const { transcriber, becomes } = await recording('de');
  expect(latest()).toMatchObject({
    lang: 'de-DE',
    processLocally: true,
    continuous: true,
    interimResults: true,
    track: TRACK,
    state: 'listening',
  });
  latest().recognises('Ich komme ', 'später');
  expect(transcriber.get()).toEqual({ words: 'Ich komme später', isListening: true, isOn: true });
  becomes('recorded');
  expect(latest().state).toBe('stopped');
  latest().recognises('Ich komme', 'spät');
  latest().ends();
  expect(transcriber.get()).toEqual({ words: 'Ich komme spät', isListening: false, isOn: true });
  expect(FakeSpeech.all).toHaveLength(1);
});

it('transcribes nothing while the recorder is paused', async () => {
  const { transcriber, becomes } = await recording();
  latest().recognises('before');
  becomes('paused');
  const first = latest();
  expect(first.state).toBe('stopped');
  becomes('recording');
  expect(FakeSpeech.all).toHaveLength(1);
  first.ends();
  expect(FakeSpeech.all).toHaveLength(2);
  latest().recognises('after');
  expect(transcriber.get().words).toBe('before after');
  becomes('paused');
  latest().ends();
  expect(FakeSpeech.all).toHaveLength(2);
  becomes('recording');
  expect(FakeSpeech.all).toHaveLength(3);
});

it('continues after a silence, and gives up after five in a row or a permanent error', async () => {
  const { transcriber } = await recording();
  latest().recognises('one');
  latest().ends('no-speech');
  expect(FakeSpeech.all).toHaveLength(2);
  for (let round = 0; round < 5; round += 1) latest().ends('no-speech');
  expect([FakeSpeech.all.length, transcriber.get()]).toEqual([6, { words: 'one', isListening: false, isOn: true }]);

  const other = await recording();
  const before = FakeSpeech.all.length;
  latest().ends('language-not-supported');
  expect([FakeSpeech.all.length, other.transcriber.get().isListening]).toEqual([before, false]);
});

it('keeps the user’s correction and ignores later words', async () => {
  const { transcriber, becomes } = await recording();
  latest().recognises('I here you');
  becomes('recorded');
  transcriber.correctWords('I hear you');
  latest().recognises('I here you well');
  latest().ends();
  expect(transcriber.get()).toEqual({ words: 'I hear you', isListening: false, isOn: true });
  transcriber.dropWords();
  expect(transcriber.get()).toEqual({ words: '', isListening: false, isOn: false });
  becomes('idle', 'starting', 'recording');
  await settled();
  latest().recognises('anew');
  expect(transcriber.get().words).toBe('anew');
});

it('drops the words of a discarded recording, also those that arrive later', async () => {
  const { transcriber, becomes, leave } = await recording();
  const first = latest();
  first.recognises('secret');
  becomes('idle');
  expect([first.state, transcriber.get().words]).toEqual(['aborted', '']);
  first.recognises('secret again');
  expect(transcriber.get().words).toBe('');
  becomes('starting', 'recording', 'idle');
  await settled();
  expect(FakeSpeech.all).toHaveLength(1);
  becomes('starting', 'recording');
  await settled();
  leave();
  expect(latest().state).toBe('aborted');
});

it('never exceeds the length of a transcript', async () => {
  const { transcriber } = await recording();
  latest().recognises('x'.repeat(4_000), 'y'.repeat(4_000));
  expect(transcriber.get().words).toHaveLength(LIMITS.transcriptLength);
});

describe('no recognition starts', () => {
  it('unless the user turned transcripts on', async () => {
    await recording(null);
    expect(FakeSpeech.all).toEqual([]);
  });

  it.each([
    ['without speech recognition', undefined],
    ['that recognises on a server only', class {}],
    [
      'that cannot guarantee to recognise on the device',
      class {
        static available = FakeSpeech.available;
        static install = FakeSpeech.install;
      },
    ],
  ])('in a browser %s', async (_case, kind) => {
    installFakeSpeech(kind);
    const { transcriber } = await recording();
    expect([FakeSpeech.all.length, transcriber.get().isOn]).toEqual([0, false]);
  });

  it.each(['downloadable', 'downloading', 'unavailable'])('in a language that is %s', async (state) => {
    FakeSpeech.availability = { 'en-US': state };
    await recording();
    expect(FakeSpeech.all).toEqual([]);
  });
});
