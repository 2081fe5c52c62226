import { Minus, Plus } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../../texts/index.js';
import { Button } from '../../../ui/button.js';
import { IconButton } from '../../../ui/icon-button.js';
import styles from './map.module.css';
import { type MapView, type Size, isClosest, isWidest, pixelsOf, zoomed } from './map-view.js';
import { type Outline, loadOutline } from './outline.js';
import type { WorldPoint } from './projection.js';
import { useMapGestures } from './use-map-gestures.js';

interface WorldMapProps {
  label: string;
  size: Size;
  view: MapView;
  onSize: (size: Size) => void;
  onView: (view: MapView) => void;
  onPress?: (point: WorldPoint) => void;
  /** The pins, as `PlacePin`. */
  children: ReactNode;
}

/** An outline of the world that is moved by drag, pinch, wheel and keys. Nothing is loaded from elsewhere. */
export function WorldMap({ label, size, view, onSize, onView, onPress, children }: WorldMapProps) {
  const map = useRef<HTMLDivElement>(null);
  const gestures = useMapGestures({ map, view, size, onView, onPress });
  useSize(map, onSize);
  const zoom = (factor: number): void => onView(zoomed(view, factor, { x: size.width / 2, y: size.height / 2 }, size));
  const corner = pixelsOf({ x: 0, y: 0 }, view, size);
  const style = { transform: `translate(${corner.x}px, ${corner.y}px) scale(${view.scale})` };
  return (
    <div className={styles.frame}>
      <div
        ref={map}
        role="group"
        aria-label={label}
        aria-roledescription={t('map.map')}
        tabIndex={0}
        className={styles.map}
        data-picks={onPress !== undefined}
        {...gestures}
      >
        <svg className={styles.world} width={size.width} height={size.height} aria-hidden>
          <g style={style}>
            <Lands />
          </g>
        </svg>
        {onPress && <span className={styles.cross} aria-hidden />}
        {children}
      </div>
      <div className={styles.zoom}>
        <IconButton label={t('map.zoomIn')} look="secondary" isDisabled={isClosest(view, size)} onPress={() => zoom(2)}>
          <Plus size={18} aria-hidden />
        </IconButton>
        <IconButton
          label={t('map.zoomOut')}
          look="secondary"
          isDisabled={isWidest(view, size)}
          onPress={() => zoom(0.5)}
        >
          <Minus size={18} aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}

function useSize(map: RefObject<HTMLElement | null>, onSize: (size: Size) => void): void {
  const measure = useEffectEvent((element: HTMLElement): void =>
    onSize({ width: element.clientWidth, height: element.clientHeight }),
  );
  useLayoutEffect(() => {
    const element = map.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => measure(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, [map]);
}

/** The outline, once it is loaded. */
function Lands() {
  const [outline, setOutline] = useState<Outline | null>(null);
  useEffect(() => {
    let isGone = false;
    loadOutline().then(
      (loaded) => !isGone && setOutline(loaded),
      // The pins are readable without the outline, and the next visit tries again.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  if (!outline) return null;
  return (
    <>
      <path className={styles.land} d={outline.land} />
      <path className={styles.lines} d={outline.lines} />
    </>
  );
}

interface PlacePinProps {
  at: WorldPoint;
  view: MapView;
  size: Size;
  label: string;
  isChosen?: boolean;
  onPress?: () => void;
  children?: ReactNode;
}

/** A pin on the map; without an action it only shows. */
export function PlacePin({ at, view, size, label, isChosen = false, onPress, children }: PlacePinProps) {
  const { x, y } = pixelsOf(at, view, size);
  const style = { transform: `translate(${Math.round(x)}px, ${Math.round(y)}px)` };
  if (!onPress)
    return (
      <span className={styles.place} style={style} role="img" aria-label={label}>
        <span className={styles.pin} data-chosen="true" />
      </span>
    );
  return (
    <span className={styles.place} style={style}>
      <Button aria-label={label} aria-pressed={isChosen} look="ghost" className={styles.press ?? ''} onPress={onPress}>
        <span className={styles.pin} data-chosen={isChosen} data-many={children !== undefined}>
          {children}
        </span>
      </Button>
    </span>
  );
}
