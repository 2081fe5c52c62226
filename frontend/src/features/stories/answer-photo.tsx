import type { StoryPhotoView } from '@duet/contracts';
import { useState } from 'react';
import { entityItem } from '../../media/stored/entity-item.js';
import { shapeOf } from '../../media/stored/shape.js';
import { Tile } from '../../media/tile.js';
import { Viewer } from '../../media/viewer/lazy-viewer.js';
import type { NamedPerson } from '../../platform/account/names.js';
import { t } from '../../texts/index.js';
import styles from './stories.module.css';

interface AnswerPhotoProps {
  photo: StoryPhotoView;
  author: NamedPerson;
  /** The words that the author wrote with it. */
  caption: string | null;
}

/** The photo of an answer. A press shows it in the viewer. */
export function AnswerPhoto({ photo, author, caption }: AnswerPhotoProps) {
  const [isOpen, setOpen] = useState(false);
  const item = entityItem({ ...photo, kind: 'image' });
  return (
    <>
      <span className={styles.photo}>
        <Tile
          item={item}
          variant="display"
          style={{ aspectRatio: shapeOf(photo) }}
          label={t('stories.openPhoto', { ...author })}
          onOpen={() => setOpen(true)}
        />
      </span>
      {isOpen && (
        <Viewer
          entries={[{ item, author, when: '', ...(caption !== null && { caption }) }]}
          start={0}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
