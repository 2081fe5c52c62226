import { CircleAlert, CircleCheck, Heart, X } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useObservable } from '../observable/observable.js';
import { t } from '../texts/index.js';
import { Button } from './button.js';
import { classes } from './classes.js';
import { PlainIconButton } from './plain-icon-button.js';
import { type ToastItem, toast, toastQueue } from './toast-queue.js';
import styles from './toast.module.css';

const ICONS = { success: CircleCheck, error: CircleAlert, live: Heart };

/** The toasts, top right, errors first. Hover or focus pauses all of them. */
export function ToastRegion() {
  const items = useObservable(toastQueue);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const region = useRef<HTMLElement>(null);
  // A removed toast fires no blur or leave event.
  if (items.length === 0 && hovered) setHovered(false);
  useLayoutEffect(() => {
    if (!region.current?.contains(document.activeElement)) setFocused(false);
  }, [items]);
  const toToast = (item: ToastItem) => <Toast key={item.id} item={item} isPaused={hovered || focused} />;
  const errors = items.filter(({ kind }) => kind === 'error');
  const others = items.filter(({ kind }) => kind !== 'error');
  // In the body beside the dialogs, whose overlay would otherwise cover the toasts.
  return createPortal(
    <section
      ref={region}
      aria-label={t('ui.messagesFromDuet')}
      className={styles.region}
      data-react-aria-top-layer
      // A finger does not hover, and its leave event goes to what its tap may have removed.
      onPointerEnter={({ pointerType }) => setHovered(pointerType !== 'touch')}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {errors.map(toToast)}
      {/* It is there before its toasts: screen readers announce what is added to a live region, not a new region. */}
      <div role="status" aria-live="polite" aria-atomic="false" className={styles.polite}>
        {others.map(toToast)}
      </div>
    </section>,
    document.body,
  );
}

function Toast({ item, isPaused }: { item: ToastItem; isPaused: boolean }) {
  useCountdown(item.duration, isPaused, () => toast.dismiss(item.id));
  const Icon = ICONS[item.kind];
  const { action } = item;
  return (
    <div role={item.kind === 'error' ? 'alert' : undefined} className={classes(styles.toast, styles[item.kind])}>
      <Icon size={20} aria-hidden />
      <span className={styles.text}>{item.text}</span>
      {action && (
        <Button
          look="ghost"
          size="small"
          onPress={() => {
            action.onAction();
            toast.dismiss(item.id);
          }}
        >
          {action.label}
        </Button>
      )}
      <PlainIconButton label={t('ui.dismiss')} onPress={() => toast.dismiss(item.id)}>
        <X size={18} aria-hidden />
      </PlainIconButton>
    </div>
  );
}

/** Counts down while not paused. */
function useCountdown(duration: number, isPaused: boolean, done: () => void): void {
  const left = useRef(duration);
  const finish = useEffectEvent(done);
  useEffect(() => {
    if (isPaused) return;
    const started = performance.now();
    const timer = setTimeout(() => finish(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (performance.now() - started));
    };
  }, [isPaused]);
}
