import type { OnThisDayItem } from '@duet/contracts';
import { useState } from 'react';
import { classes } from '../../../ui/classes.js';
import { useFormats } from '../../../ui/formats.js';
import { HidePeriod } from './hide-period.js';
import { MemoryItem, type RenderFiles, yearsAgoWords } from './memory-item.js';
import styles from './on-this-day.module.css';
import { useOnThisDayActs } from './use-on-this-day.js';

interface MemoryListProps {
  chatId: string;
  items: readonly OnThisDayItem[];
  renderFiles: RenderFiles;
  /** In a narrow card one stands below the other. */
  isWide?: boolean;
}

/** A day of the couple's clock, for the person's way of writing dates. */
const noon = (date: string): string => `${date}T12:00:00`;

/** The years, the latest first, each with what belongs to it. */
export function MemoryList({ chatId, items, renderFiles, isWide = false }: MemoryListProps) {
  const { date } = useFormats();
  const acts = useOnThisDayActs(chatId);
  const [asked, setAsked] = useState<string | null>(null);
  const all = [...new Set(items.map((item) => item.yearsAgo))];
  return (
    <>
      {all.map((years) => {
        const of = items.filter(({ yearsAgo }) => yearsAgo === years);
        return (
          <section key={years} className={styles.year} aria-label={yearsAgoWords(years)}>
            <h3 className={styles.when}>
              {yearsAgoWords(years)}
              <span>{[...new Set(of.map((item) => date(noon(item.date))))].join(', ')}</span>
            </h3>
            <ul className={classes(styles.items, isWide && styles.wide)}>
              {of.map((item) => (
                <MemoryItem key={item.message._id} item={item} acts={acts} renderFiles={renderFiles} onHidePeriod={setAsked} />
              ))}
            </ul>
          </section>
        );
      })}
      <HidePeriod day={asked} onClose={() => setAsked(null)} onHide={acts.hide} />
    </>
  );
}
