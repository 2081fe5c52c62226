import { useState } from 'react';
import { t } from '../../../texts/index.js';
import { Button } from '../../../ui/button.js';
import { DialogActions } from '../../../ui/dialog.js';
import styles from './map.module.css';
import { type MapView, type Size, around } from './map-view.js';
import { type GeoPoint, toGeo, toWorld } from './projection.js';
import { PlacePin, WorldMap } from './world-map.js';

interface PlacePickerProps {
  point: GeoPoint | null;
  onDone: (point: GeoPoint | null) => void;
}

/** Sets a point by a press on the map, or by keys in its middle. */
export function PlacePicker({ point, onDone }: PlacePickerProps) {
  const [picked, setPicked] = useState(point);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [moved, setMoved] = useState<MapView | null>(null);
  const view = moved ?? around(point ? [toWorld(point)] : [], size);
  const words = picked ? t('map.point', { lat: String(picked.lat), lng: String(picked.lng) }) : t('map.noPoint');
  return (
    <div className={styles.column}>
      <p className={styles.soft}>{t('map.pickWords')}</p>
      <WorldMap
        label={t('map.pick')}
        size={size}
        view={view}
        onSize={setSize}
        onView={setMoved}
        onPress={(pressed) => setPicked(toGeo(pressed))}
      >
        {picked && <PlacePin at={toWorld(picked)} view={view} size={size} label={words} />}
      </WorldMap>
      <p className={styles.soft} role="status">
        {words}
      </p>
      <DialogActions>
        {picked && <Button onPress={() => setPicked(null)}>{t('map.removePoint')}</Button>}
        <Button onPress={() => setPicked(toGeo(view))}>{t('map.takeMiddle')}</Button>
        <Button look="primary" onPress={() => onDone(picked)}>
          {t('map.done')}
        </Button>
      </DialogActions>
    </div>
  );
}
