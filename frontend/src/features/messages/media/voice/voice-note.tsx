import type { MessageView } from '@duet/contracts';
import { loadedRangeAt, messagesOf } from '@duet/contracts/plain';
import { useMemo } from 'react';
import { useStore } from 'react-redux';
import { type LiveRoot, useFileAddresses } from '../../../../sync/index.js';
import { useSession } from '../../../../platform/session/session.js';
import { useSettings } from '../../../../platform/account/settings.js';
import { useMarkPlayedMutation } from '../media-api.js';
import type { MediaItem } from '../../../../media/media-item.js';
import { trackAddress } from '../../../../media/voice/track-address.js';
import { Transcript } from '../../../../media/voice/transcript.js';
import { VoiceBar } from '../../../../media/voice/voice-bar.js';
import type { Track } from '../../../../media/voice/voice-player.js';
import { mediaItemsOf } from '../media-items.js';
import { UploadRing } from '../tray/upload-state.js';

interface VoiceNoteProps {
  item: MediaItem;
  /** The stored message; null while it is only an echo. */
  message: MessageView | null;
  /** Stays the same when the echo becomes a message. */
  trackKey: string;
  clientMessageId: string;
}

const isUnplayed = (message: MessageView, self: string): boolean =>
  message.messageType === 'voice' &&
  message.voiceStatus === 'ready' &&
  message.deletedAt === null &&
  message.sender._id !== self;

/** The line's key, so that an echo continues to play once it is stored. */
const trackKeyOf = (message: MessageView): string => `${message.sender._id} ${message.clientMessageId}`;

/** A voice note in its bubble. Playing the partner's marks it as played; at its end the next unplayed one starts. */
export function VoiceNote({ item, message, trackKey, clientMessageId }: VoiceNoteProps) {
  const store = useStore<LiveRoot>();
  const self = useSession().user?._id ?? '';
  const addresses = useFileAddresses();
  const [markPlayed] = useMarkPlayedMutation();
  const { transcripts } = useSettings().settings.privacy;

  const track = useMemo(() => {
    const trackOf = (media: MediaItem, of: MessageView | null, key: string): Track => ({
      key,
      duration: media.duration ?? 0,
      address: async (isRetry) => {
        if (media.local !== null) return media.local;
        if (media.id === null) return null;
        return trackAddress(addresses, media.id)(isRetry);
      },
      onStart: () => {
        if (of && isUnplayed(of, self)) void markPlayed(of._id);
      },
      next: () => (of ? nextUnplayed(of.seq) : null),
    });
    const nextUnplayed = (seq: number): Track | null => {
      const { conversation } = store.getState().live;
      const range = conversation ? loadedRangeAt(conversation, seq) : undefined;
      const following =
        conversation && range
          ? messagesOf(conversation, range).find((one) => one.seq > seq && isUnplayed(one, self))
          : undefined;
      const [media] = following ? mediaItemsOf(following) : [];
      return following && media ? trackOf(media, following, trackKeyOf(following)) : null;
    };
    return trackOf(item, message, trackKey);
  }, [item, message, trackKey, self, store, addresses, markPlayed]);

  return (
    <>
      <VoiceBar
        track={track}
        waveform={item.waveform}
        status={message?.voiceStatus ?? null}
        isMine={message === null || message.sender._id === self}
        isLocal={item.local !== null}
        aside={message === null ? <UploadRing clientMessageId={clientMessageId} /> : null}
      />
      {transcripts && item.transcript !== undefined && <Transcript words={item.transcript} />}
    </>
  );
}
