import type { ContributionAttachment } from '@duet/contracts';
import { useMemo } from 'react';
import { trackAddress } from '../../../../media/voice/track-address.js';
import { VoiceBar } from '../../../../media/voice/voice-bar.js';
import { useFileAddresses } from '../../../../sync/index.js';

/** A voice note of a contribution, with the player of the conversation. */
export function MemoryVoice({ attachment }: { attachment: ContributionAttachment }) {
  const addresses = useFileAddresses();
  const { id, file } = attachment;
  const duration = file?.duration ?? 0;
  const track = useMemo(() => ({ key: id, duration, address: trackAddress(addresses, id) }), [id, duration, addresses]);
  return (
    <VoiceBar
      track={track}
      waveform={file?.waveform ?? []}
      status={file?.voiceStatus ?? 'processing'}
      // As one's own: memories mark nothing as new or played.
      isMine
      isLocal={false}
    />
  );
}
