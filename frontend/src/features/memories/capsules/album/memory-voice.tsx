import type { ContributionAttachment } from '@duet/contracts';
import { useMemo } from 'react';
import { trackAddress } from '../../../../media/voice/track-address.js';
import { Transcript } from '../../../../media/voice/transcript.js';
import { VoiceBar } from '../../../../media/voice/voice-bar.js';
import { useSettings } from '../../../../platform/account/settings.js';
import { useFileAddresses } from '../../../../sync/index.js';

/** A voice note of a contribution, with the player of the conversation. */
export function MemoryVoice({ attachment }: { attachment: ContributionAttachment }) {
  const addresses = useFileAddresses();
  const { id, transcript, file } = attachment;
  const duration = file?.duration ?? 0;
  const track = useMemo(() => ({ key: id, duration, address: trackAddress(addresses, id) }), [id, duration, addresses]);
  const { transcripts } = useSettings().settings.privacy;
  return (
    <>
      <VoiceBar
        track={track}
        waveform={file?.waveform ?? []}
        status={file?.voiceStatus ?? 'processing'}
        // As one's own: memories mark nothing as new or played.
        isMine
        isLocal={false}
      />
      {transcripts && transcript !== null && <Transcript words={transcript} />}
    </>
  );
}
