import type { MessageView } from '@duet/contracts';
import { islandOf, messagesOf } from '@duet/contracts/plain';
import { useMemo } from 'react';
import { useStore } from 'react-redux';
import type { LiveRoot } from '../../../api/live-store.js';
import { mediaLinks } from '../../../api/media-links.js';
import { useSession } from '../../../api/session.js';
import { useSettings } from '../../../api/settings.js';
import { useMediaAddress } from '../../../api/use-media-link.js';
import { useMarkPlayedMutation } from './media-api.js';
import { type Shown, pathOf, shownOf } from './shown.js';
import { Transcript } from './transcript.js';
import { VoiceBar } from './voice-bar.js';
import type { Track } from './voice-player.js';

interface VoiceNoteProps {
  item: Shown;
  /** The stored message; null while it is only an echo. */
  message: MessageView | null;
  /** Stays the same when the echo becomes a message. */
  trackKey: string;
  clientMessageId: string;
}

const isUnheard = (message: MessageView, self: string): boolean =>
  message.messageType === 'voice' && message.voiceStatus === 'ready' && message.deletedAt === null && message.sender._id !== self;

/** The key that a message's note plays under: the same as its line's, so that an echo goes on playing once it is stored. */
const keyOf = (message: MessageView): string => `${message.sender._id} ${message.clientMessageId}`;

/** A voice note in its bubble. Hearing the partner's marks it as played; at its end the next unheard one follows. */
export function VoiceNote({ item, message, trackKey, clientMessageId }: VoiceNoteProps) {
  const store = useStore<LiveRoot>();
  const self = useSession().user?._id ?? '';
  const address = useMediaAddress();
  const [markPlayed] = useMarkPlayedMutation();
  const { transcripts } = useSettings().settings.privacy;

  const track = useMemo(() => {
    const trackOf = (shown: Shown, of: MessageView | null, key: string): Track => ({
      key,
      duration: shown.duration ?? 0,
      address: async (isRetry) => {
        if (shown.local !== null) return shown.local;
        if (shown.id === null) return null;
        const held = mediaLinks.heldQuery(shown.id);
        if (isRetry && held !== null) mediaLinks.refused(shown.id, held);
        return address(shown.id, pathOf(shown, 'original'));
      },
      onStart: () => {
        if (of && isUnheard(of, self)) void markPlayed(of._id);
      },
      next: () => (of ? nextUnheard(of.seq) : null),
    });
    const nextUnheard = (seq: number): Track | null => {
      const { held } = store.getState().live;
      const island = held ? islandOf(held, seq) : undefined;
      const following = held && island ? messagesOf(held, island).find((one) => one.seq > seq && isUnheard(one, self)) : undefined;
      const [shown] = following ? shownOf(following) : [];
      return following && shown ? trackOf(shown, following, keyOf(following)) : null;
    };
    return trackOf(item, message, trackKey);
  }, [item, message, trackKey, self, store, address, markPlayed]);

  return (
    <>
      <VoiceBar
        track={track}
        waveform={item.waveform}
        status={message?.voiceStatus ?? null}
        isMine={message === null || message.sender._id === self}
        isLocal={item.local !== null}
        upload={message === null ? clientMessageId : null}
      />
      {transcripts && item.transcript !== undefined && <Transcript words={item.transcript} />}
    </>
  );
}
