import type { ChallengeStepView, StepPartView } from '@duet/contracts';
import { useState } from 'react';
import { type EntityFile, entityItem } from '../../media/stored/entity-item.js';
import { EntityVoice } from '../../media/stored/entity-voice.js';
import { shapeOf } from '../../media/stored/shape.js';
import { Tile } from '../../media/tile.js';
import { Viewer } from '../../media/viewer/lazy-viewer.js';
import { t } from '../../texts/index.js';
import { useFormats } from '../../ui/formats.js';
import { useNames } from '../../platform/account/names.js';
import styles from './proof.module.css';

const picturesOf = ({ attachments }: StepPartView): EntityFile[] => attachments.filter(({ kind }) => kind === 'image');

/** The pictures and the voice note of one part. A press shows the pictures of the whole step in the viewer. */
export function ProofMedia({ step, part }: { step: ChallengeStepView; part: StepPartView }) {
  const { actorOf } = useNames();
  const { date } = useFormats();
  const [opened, setOpened] = useState<string | null>(null);
  const pictures = picturesOf(part);
  const isSingle = pictures.length === 1;
  const from = { ...actorOf(part.user), date: date(part.doneAt) };
  return (
    <>
      {pictures.length > 0 && (
        <div className={styles.pictures} data-count={pictures.length}>
          {pictures.map((picture, at) => (
            <Tile
              key={picture.id}
              item={entityItem(picture)}
              variant={isSingle ? 'display' : 'thumbnail'}
              {...(isSingle && { style: { aspectRatio: shapeOf(picture) } })}
              label={
                isSingle
                  ? t('media.openFrom', { kind: 'image', ...from })
                  : t('challenges.openPicture', { place: at + 1, count: pictures.length, ...from })
              }
              onOpen={() => setOpened(picture.id)}
            />
          ))}
        </div>
      )}
      {part.attachments
        .filter(({ kind }) => kind === 'voice')
        .map((attachment) => (
          <EntityVoice key={attachment.id} attachment={attachment} />
        ))}
      {opened !== null && <ProofViewer step={step} opened={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

interface ProofViewerProps {
  step: ChallengeStepView;
  /** The id of the picture that was pressed. */
  opened: string;
  onClose: () => void;
}

function ProofViewer({ step, opened, onClose }: ProofViewerProps) {
  const { actorOf } = useNames();
  const { dateTime } = useFormats();
  const entries = step.parts.flatMap((part) =>
    picturesOf(part).map((picture) => ({
      item: entityItem(picture),
      when: dateTime(part.doneAt),
      author: actorOf(part.user),
      caption: part.text ?? step.title,
    })),
  );
  return <Viewer entries={entries} start={entries.findIndex(({ item }) => item.id === opened)} onClose={onClose} />;
}
