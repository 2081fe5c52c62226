import type { ContributionView } from '@duet/contracts';
import { useNavigate } from 'react-router-dom';
import { VisualTile } from './album-row.js';
import { aspectOf, visualsOf } from './album-rows.js';
import styles from './album.module.css';

/** The pictures and videos of one contribution outside its capsule, where a press leads. */
export function PiecePictures({ contribution }: { contribution: ContributionView }) {
  const navigate = useNavigate();
  const visuals = visualsOf(contribution);
  if (visuals.length === 0) return null;
  return (
    <div className={styles.strip}>
      {visuals.map((visual) => (
        <span key={visual.attachment.id} style={{ aspectRatio: aspectOf(visual) }}>
          <VisualTile visual={visual} onOpen={() => void navigate(`/memories/${contribution.capsuleId}`)} />
        </span>
      ))}
    </div>
  );
}
