import { type CSSProperties, useMemo } from 'react';
import { ViewerItem } from '../../../../media/viewer/viewer-item.js';
import { t } from '../../../../texts/index.js';
import { classes } from '../../../../ui/classes.js';
import { dayHere, useFormats } from '../../../../ui/formats.js';
import { aspectOf } from '../album/album-rows.js';
import { entityItem } from '../../../../media/stored/entity-item.js';
import { Piece } from '../piece.js';
import { useNames } from '../../../../platform/account/names.js';
import type { RevealStep } from './reveal-steps.js';
import styles from './reveal.module.css';

/** Sparks that rise from the envelope: each with its way, as shares and seconds. */
const SPARKS = [
  [-0.42, 0.62, 0],
  [-0.3, 0.86, 0.12],
  [-0.2, 0.7, 0.05],
  [-0.1, 0.98, 0.2],
  [0, 0.8, 0.08],
  [0.08, 1, 0.16],
  [0.18, 0.74, 0.02],
  [0.27, 0.9, 0.22],
  [0.36, 0.66, 0.1],
  [0.45, 0.82, 0.18],
  [-0.36, 0.94, 0.26],
  [0.14, 0.6, 0.24],
] as const;

/** An envelope that opens, the light that comes out of it, and what was in it. */
export function Letter({ step, isFirst }: { step: RevealStep; isFirst: boolean }) {
  return (
    <div className={classes(styles.letter, isFirst && styles.first)}>
      <div className={styles.light} aria-hidden />
      <div className={styles.behind} aria-hidden>
        <span className={styles.back} />
        <span className={styles.lid} />
        {SPARKS.map(([across, up, delay], index) => (
          <i key={index} className={styles.spark} style={sparkStyle(across, up, delay)} />
        ))}
      </div>
      <div className={styles.card}>{step.visual ? <Print step={step} /> : <Words step={step} />}</div>
      <div className={styles.before} aria-hidden>
        <span className={styles.pocket} />
        <span className={styles.flap} />
        <span className={styles.wax} />
      </div>
    </div>
  );
}

const sparkStyle = (across: number, up: number, delay: number): CSSProperties =>
  Object.fromEntries([
    ['--across', `${across * 20}rem`],
    ['--up', `${-up * 16}rem`],
    ['--delay', `${delay}s`],
  ]);

function Words({ step: { contribution } }: { step: RevealStep }) {
  return (
    <div className={styles.words}>
      <Piece contribution={contribution} />
    </div>
  );
}

/** A picture or video as a print with a white edge. */
function Print({ step: { contribution, visual } }: { step: RevealStep }) {
  const { actorOf } = useNames();
  const { date } = useFormats();
  const item = useMemo(() => visual && entityItem(visual), [visual]);
  if (!visual || !item) return null;
  const author = actorOf(contribution.author);
  const words = visual.caption === '' ? contribution.text : visual.caption;
  const shape = aspectOf({ attachment: visual, contribution });
  return (
    <figure className={styles.print} style={Object.fromEntries([['--shape', String(shape)]])}>
      <div className={styles.picture}>
        <ViewerItem item={item} name={t('media.kindFrom', { kind: item.kind, ...author })} />
      </div>
      <figcaption className={styles.caption}>
        {words !== '' && <p dir="auto">{words}</p>}
        <p className={styles.from}>
          <bdi>{author.name}</bdi> · {date(dayHere(contribution.happenedAt))}
          {contribution.place && <bdi> · {contribution.place.label}</bdi>}
        </p>
      </figcaption>
    </figure>
  );
}
