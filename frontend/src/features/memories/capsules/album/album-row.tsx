import type { CapsuleView } from '@duet/contracts';
import { MapPin } from 'lucide-react';
import { t } from '../../../../texts/index.js';
import { Tile } from '../../../../media/tile.js';
import { dayHere, useFormats } from '../../../../ui/formats.js';
import { pointWords } from '../../map/point-words.js';
import { OwnPiece } from '../own-piece.js';
import { useNames } from '../../../../platform/account/names.js';
import type { AlbumRow, Visual } from './album-rows.js';
import styles from './album.module.css';
import { entityItem } from '../../../../media/stored/entity-item.js';

interface AlbumRowProps {
  row: AlbumRow;
  capsule: CapsuleView;
  /** @param attachmentId of the pressed picture or video */
  onOpen: (attachmentId: string) => void;
}

export function AlbumRowContent({ row, capsule, onOpen }: AlbumRowProps) {
  if (row.kind === 'day') return <DayHeading row={row} />;
  if (row.kind === 'piece') {
    return (
      <div className={styles.piece}>
        <OwnPiece capsule={capsule} contribution={row.contribution} />
      </div>
    );
  }
  return (
    <div className={styles.pictures} style={{ blockSize: row.row.height }}>
      {row.row.placed.map(({ item: visual, width }) => (
        <figure key={visual.attachment.id} className={styles.picture} style={{ inlineSize: width }}>
          <VisualTile visual={visual} onOpen={onOpen} />
          <PictureWords visual={visual} />
        </figure>
      ))}
    </div>
  );
}

/** The caption of a picture, and the place where it was taken. */
function PictureWords({ visual: { attachment } }: { visual: Visual }) {
  const { caption, place } = attachment;
  if (caption === '' && place === null) return null;
  return (
    <figcaption className={styles.caption}>
      {caption !== '' && <span dir="auto">{caption}</span>}
      {place && (
        <span className={styles.point}>
          <MapPin size={12} aria-hidden /> {pointWords(place)}
        </span>
      )}
    </figcaption>
  );
}

/** The thumbnail of a picture or video. Its name says what a press opens. */
export function VisualTile({ visual, onOpen }: { visual: Visual; onOpen: (attachmentId: string) => void }) {
  const { actorOf } = useNames();
  const { date } = useFormats();
  const { attachment, contribution } = visual;
  const from = { ...actorOf(contribution.author), date: date(dayHere(contribution.happenedAt)) };
  const label = t('media.openFrom', { kind: attachment.kind, ...from });
  return (
    <Tile
      item={entityItem(attachment)}
      variant="thumbnail"
      style={{ blockSize: '100%' }}
      label={attachment.caption === '' ? label : t('album.openCaption', { label, caption: attachment.caption })}
      onOpen={() => onOpen(attachment.id)}
    />
  );
}

function DayHeading({ row: { day, places } }: { row: Extract<AlbumRow, { kind: 'day' }> }) {
  const { date } = useFormats();
  return (
    <h3 className={styles.day}>
      {date(dayHere(day))}
      {places.length > 0 && (
        <span className={styles.places} dir="auto">
          <MapPin size={16} aria-hidden /> {places.join(' · ')}
        </span>
      )}
    </h3>
  );
}
