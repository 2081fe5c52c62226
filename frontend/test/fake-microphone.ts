/** Fakes the microphone and recorder that jsdom lacks. */
export function installMicrophone(): void {
  const track = Object.assign(new EventTarget(), { kind: 'audio', stop: () => undefined });
  class Media extends EventTarget {
    static isTypeSupported = () => true;
    state = 'inactive';
    mimeType = 'audio/webm;codecs=opus';
    start(): void {
      this.state = 'recording';
      this.dispatchEvent(new Event('start'));
    }
    stop(): void {
      this.state = 'inactive';
      this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['sound']) }));
      this.dispatchEvent(new Event('stop'));
    }
  }
  class Sound {
    createAnalyser = () => ({ fftSize: 0, getFloatTimeDomainData: () => undefined });
    createMediaStreamSource = () => ({ connect: () => undefined });
    close = async () => undefined;
  }
  Object.assign(window, { MediaRecorder: Media, AudioContext: Sound });
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: async () => ({ getTracks: () => [track], getAudioTracks: () => [track] }) },
  });
}
