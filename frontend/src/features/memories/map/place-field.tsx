import type { PlaceView } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { MapPin } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { t } from '../../../texts/index.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Skeleton } from '../../../ui/spinner.js';
import { TextField } from '../../../ui/text-field.js';
import styles from './map.module.css';
import type { GeoPoint } from './projection.js';

const PlacePicker = lazy(async () => ({ default: (await import('./place-picker.js')).PlacePicker }));

/** A place as it is typed; its point is optional. */
export interface TypedPlace {
  label: string;
  point: GeoPoint | null;
}

export const NO_PLACE: TypedPlace = { label: '', point: null };

/** A place as its field shows it. */
export const typedPlaceOf = (place: PlaceView | null): TypedPlace =>
  place === null
    ? NO_PLACE
    : {
        label: place.label,
        point: place.lat === undefined || place.lng === undefined ? null : { lat: place.lat, lng: place.lng },
      };

/** The place to send; undefined without a name. */
export function placeOf({ label, point }: TypedPlace): PlaceView | undefined {
  return label.trim() === '' ? undefined : { label: label.trim(), ...point };
}

interface PlaceFieldProps {
  place: TypedPlace;
  onChange: (place: TypedPlace) => void;
}

/** The name of a place, and on request its point on the map. */
export function PlaceField({ place, onChange }: PlaceFieldProps) {
  const [picks, setPicks] = useState(false);
  const { label, point } = place;
  return (
    <div className={styles.field}>
      <TextField
        label={t('capsules.place')}
        placeholder={t('capsules.placePlaceholder')}
        value={label}
        onChange={(typed) => onChange({ label: typed, point })}
        error={point && label.trim() === '' ? t('map.nameThePlace') : null}
        maxLength={LIMITS.placeLabelLength}
      />
      <Button size="small" look="soft" onPress={() => setPicks(true)}>
        <MapPin size={16} aria-hidden />
        {t(point ? 'map.changePoint' : 'map.setPoint')}
      </Button>
      <Dialog title={t('map.pickTitle')} isOpen={picks} onClose={() => setPicks(false)}>
        <Suspense fallback={<Skeleton className={styles.skeleton} />}>
          <PlacePicker
            point={point}
            onDone={(picked) => {
              onChange({ label, point: picked });
              setPicks(false);
            }}
          />
        </Suspense>
      </Dialog>
    </div>
  );
}
