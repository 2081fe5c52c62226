/** The two tones, in hertz, played in sequence. */
const TONES = [660, 880];
const LENGTH = 0.16;
const LOUDNESS = 0.08;

let context: AudioContext | null = null;

function play(audio: AudioContext, hertz: number, at: number): void {
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(LOUDNESS, at + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + LENGTH);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + LENGTH);
}

/** Plays a short sound. Silent where the browser requires a click first or has no audio. */
export async function chime(): Promise<void> {
  if (!('AudioContext' in window)) return;
  try {
    context ??= new AudioContext();
    const audio = context;
    if (audio.state === 'suspended') await audio.resume();
    TONES.forEach((hertz, index) => play(audio, hertz, audio.currentTime + index * LENGTH * 0.8));
  } catch {
    // The message arrives without a sound.
  }
}
