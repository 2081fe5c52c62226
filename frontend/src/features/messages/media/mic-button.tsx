import { Lock, Mic } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { classes } from '../../../ui/classes.js';
import styles from './mic-button.module.css';
import type { Voice } from './use-voice.js';
import { clockWords } from './words.js';

/** A finger that leaves sooner has tapped: it records on by itself, in milliseconds. */
const TAP = 350;
/** How far a finger slides, in pixels, to throw the note away or to let go without ending it. */
const CANCEL_AT = 96;
const LOCK_AT = 72;

/** Hold to record with a finger (slide aside to cancel, up to lock); a click or a key starts and leaves the hands free. */
export function MicButton({ voice }: { voice: Voice }) {
  const held = useRef<{ x: number; y: number; at: number } | null>(null);
  const [slide, setSlide] = useState(0);
  const wasTouch = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const { takeFocus } = voice;
  useEffect(() => {
    if (takeFocus()) button.current?.focus();
  }, [takeFocus]);

  const down = (event: PointerEvent<HTMLButtonElement>): void => {
    wasTouch.current = event.pointerType !== 'mouse';
    if (!wasTouch.current) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    setSlide(0);
    voice.start(true);
  };
  const letGo = (act: () => void): void => {
    held.current = null;
    setSlide(0);
    act();
  };
  const move = (event: PointerEvent<HTMLButtonElement>): void => {
    if (!held.current) return;
    const [aside, up] = [held.current.x - event.clientX, held.current.y - event.clientY];
    setSlide(Math.max(0, aside));
    if (aside > CANCEL_AT) letGo(voice.cancel);
    else if (up > LOCK_AT) letGo(voice.lock);
  };
  const release = (event: PointerEvent<HTMLButtonElement>): void => {
    if (!held.current) return;
    // Who let go to answer the browser's question, or only tapped, records on without holding.
    const isTap = event.timeStamp - held.current.at < TAP || voice.state !== 'recording';
    letGo(isTap ? voice.lock : voice.send);
  };

  return (
    <span className={styles.place}>
      <span className="visually-hidden" role="status">
        {voice.isHeld && 'Recording. Let go to send, slide aside to cancel, slide up to record on.'}
      </span>
      {voice.isHeld && (
        <span className={styles.hold} aria-hidden="true">
          <span className={styles.dot} />
          <span className={styles.time}>{clockWords(voice.seconds)}</span>
          <span className={styles.slide} style={{ translate: `${-slide / 2}px 0`, opacity: 1 - slide / (CANCEL_AT * 1.3) }}>
            ‹ Slide to cancel
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
        aria-label="Record a voice note"
        title="Record a voice note"
        aria-disabled={voice.state === 'starting'}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={() => held.current && letGo(voice.lock)}
        onContextMenu={(event) => event.preventDefault()}
        onClick={() => {
          if (!wasTouch.current) voice.start(false);
          wasTouch.current = false;
        }}
      >
        <Mic size={20} aria-hidden />
      </button>
    </span>
  );
}
