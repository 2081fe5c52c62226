import { CircleAlert, CircleCheck, Heart, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './button.js';
import { classes } from './classes.js';
import { IconButton } from './icon-button.js';
import { type ToastItem, toast, toastQueue } from './toast-queue.js';
import styles from './toast.module.css';

const ICONS = { success: CircleCheck, error: CircleAlert, live: Heart };

/** Top right, once per app. Hover or focus anywhere in it holds every toast. */
export function ToastRegion() {
  const items = useSyncExternalStore(toastQueue.subscribe, toastQueue.read);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  // A removed toast takes its focus and hover along without an event.
  if (items.length === 0 && (hovered || focused)) {
    setHovered(false);
    setFocused(false);
  }
  // Beside the dialogs, which stand outside the app's own layer: inside it their veil would lie above.
  return createPortal(
    <section
      aria-label="Messages from Duet"
      className={styles.region}
      data-react-aria-top-layer
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {items.map((item) => (
        <Toast key={item.id} item={item} held={hovered || focused} />
      ))}
    </section>,
    document.body,
  );
}

function Toast({ item, held }: { item: ToastItem; held: boolean }) {
  useCountdown(item.duration, held, () => toast.dismiss(item.id));
  const Icon = ICONS[item.kind];
  const { action } = item;
  return (
    <div role={item.kind === 'error' ? 'alert' : 'status'} className={classes(styles.toast, styles[item.kind])}>
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
      <IconButton label="Dismiss" onPress={() => toast.dismiss(item.id)}>
        <X size={18} aria-hidden />
      </IconButton>
    </div>
  );
}

/** Runs down only while not held, and goes on where it stopped. */
function useCountdown(duration: number, held: boolean, done: () => void): void {
  const left = useRef(duration);
  const finish = useRef(done);
  finish.current = done;
  useEffect(() => {
    if (held) return;
    const started = performance.now();
    const timer = setTimeout(() => finish.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (performance.now() - started));
    };
  }, [held]);
}
