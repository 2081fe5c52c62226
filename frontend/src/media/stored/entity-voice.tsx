import { useMemo } from 'react';
import { useSettings } from '../../platform/account/settings.js';
import { useFileAddresses } from '../../sync/index.js';
import { trackAddress } from '../voice/track-address.js';
import { Transcript } from '../voice/transcript.js';
import { VoiceBar } from '../voice/voice-bar.js';
import type { EntityFile } from './entity-item.js';

/** A voice note of an entity, with the player of the conversation. */
export function EntityVoice({ attachment: { id, transcript, file } }: { attachment: EntityFile }) {
  const addresses = useFileAddresses();
  const duration = file?.duration ?? 0;
  const track = useMemo(() => ({ key: id, duration, address: trackAddress(addresses, id) }), [id, duration, addresses]);
  const { transcripts } = useSettings().settings.privacy;
  return (
    <>
      <VoiceBar
        track={track}
        waveform={file?.waveform ?? []}
        status={file?.voiceStatus ?? 'processing'}
        // As one's own: entities mark nothing as new or played.
        isMine
        isLocal={false}
      />
      {transcripts && transcript && <Transcript words={transcript} />}
    </>
  );
}
