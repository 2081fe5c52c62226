import { Lock, Mic } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { t } from '../../texts/index.js';
import { ignoreThisPress } from '../../ui/after-press.js';
import { classes } from '../../ui/classes.js';
import styles from './mic-button.module.css';
import type { Voice } from './use-voice.js';
import { clockWords } from '../words.js';

/** A shorter touch is a tap: the recording goes on without the finger. In milliseconds. */
const TAP = 350;
/** How far a finger slides, in pixels, to cancel or to lock the recording. */
const CANCEL_AT = 96;
const LOCK_AT = 72;

/** Hold to record with a finger: slide aside to cancel, up to lock. A click or a key starts a recording without holding. */
export function MicButton({ voice }: { voice: Voice }) {
  const pressed = useRef<{ x: number; y: number; at: number } | null>(null);
  const [slide, setSlide] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  const { takeFocus } = voice;
  useEffect(() => {
    if (takeFocus()) button.current?.focus();
  }, [takeFocus]);

  const down = (event: PointerEvent<HTMLButtonElement>): void => {
    if (event.pointerType === 'mouse') return;
    event.currentTarget.setPointerCapture(event.pointerId);
    // The recorder takes the button's place before the click of a tap, which would press Send.
    ignoreThisPress(event.currentTarget);
    pressed.current = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    setSlide(0);
    voice.start(true);
  };
  const letGo = (act: () => void): void => {
    pressed.current = null;
    setSlide(0);
    act();
  };
  const move = (event: PointerEvent<HTMLButtonElement>): void => {
    if (!pressed.current) return;
    const [aside, up] = [pressed.current.x - event.clientX, pressed.current.y - event.clientY];
    setSlide(Math.max(0, aside));
    if (aside > CANCEL_AT) letGo(voice.cancel);
    else if (up > LOCK_AT) letGo(voice.lock);
  };
  const release = (event: PointerEvent<HTMLButtonElement>): void => {
    if (!pressed.current) return;
    // After a tap, or a release to answer the browser's permission prompt, the recording goes on.
    const isTap = event.timeStamp - pressed.current.at < TAP || voice.state !== 'recording';
    letGo(isTap ? voice.lock : voice.send);
  };

  return (
    <span className={styles.place}>
      <span className="visually-hidden" role="status">
        {voice.isHeld && t('media.recordingLetGoToSendSlide')}
      </span>
      {voice.isHeld && (
        <span className={styles.hold} aria-hidden="true">
          <span className={styles.dot} />
          <span className={styles.time}>{clockWords(voice.seconds)}</span>
          <span
            className={styles.slide}
            style={{ translate: `${-slide / 2}px 0`, opacity: 1 - slide / (CANCEL_AT * 1.3) }}
          >
            {t('media.slideToCancel')}
          </span>
          <span className={styles.lock}>
            <Lock size={18} aria-hidden />
          </span>
        </span>
      )}
      <button
        ref={button}
        type="button"
        className={classes(styles.mic, voice.isHeld && styles.held)}
        aria-label={t('media.recordAVoiceNote')}
        title={t('media.recordAVoiceNote')}
        aria-disabled={voice.state === 'starting'}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={() => pressed.current && letGo(voice.lock)}
        onContextMenu={(event) => event.preventDefault()}
        onClick={() => voice.start(false)}
      >
        <Mic size={20} aria-hidden />
      </button>
    </span>
  );
}
