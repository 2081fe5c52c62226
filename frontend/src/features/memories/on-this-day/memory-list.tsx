import { type ComponentType, useState } from 'react';
import { classes } from '../../../ui/classes.js';
import { useFormats } from '../../../ui/formats.js';
import { late } from '../../../ui/late.js';
import { useOpenedOnce } from '../../../ui/use-opened-once.js';
import type { CapsuleMemoryItemProps } from './capsule-memory-item.js';
import type { DayEntry } from './day-entries.js';
import { yearsAgoWords } from './entry-menu.js';
import { MemoryItem, type RenderFiles } from './memory-item.js';
import styles from './on-this-day.module.css';
import { useOnThisDayActs } from './use-on-this-day.js';

const HidePeriod = late(async () => (await import('./hide-period.js')).HidePeriod);

interface MemoryListProps {
  chatId: string;
  entries: readonly DayEntry[];
  renderFiles: RenderFiles;
  capsuleItem: ComponentType<CapsuleMemoryItemProps>;
  /** Shows several per row. */
  isWide?: boolean;
}

/** A day of the couple's time zone as local noon, for formatting. */
const noon = (date: string): string => `${date}T12:00:00`;

/** The memories by year, the latest first. */
export function MemoryList({
  chatId,
  entries,
  renderFiles,
  capsuleItem: CapsuleItem,
  isWide = false,
}: MemoryListProps) {
  const { date } = useFormats();
  const acts = useOnThisDayActs(chatId);
  const [asked, setAsked] = useState<string | null>(null);
  const wasAsked = useOpenedOnce(asked !== null);
  const all = [...new Set(entries.map((entry) => entry.yearsAgo))];
  return (
    <>
      {all.map((years) => {
        const of = entries.filter(({ yearsAgo }) => yearsAgo === years);
        return (
          <section key={years} className={styles.year} aria-label={yearsAgoWords(years)}>
            <h3 className={styles.when}>
              {yearsAgoWords(years)}
              <span>{[...new Set(of.map((entry) => date(noon(entry.date))))].join(', ')}</span>
            </h3>
            <ul className={classes(styles.items, isWide && styles.wide)}>
              {of.map((entry) =>
                'memory' in entry ? (
                  <CapsuleItem key={entry.key} memory={entry.memory} acts={acts} onHidePeriod={setAsked} />
                ) : (
                  <MemoryItem
                    key={entry.key}
                    item={entry}
                    acts={acts}
                    renderFiles={renderFiles}
                    onHidePeriod={setAsked}
                  />
                ),
              )}
            </ul>
          </section>
        );
      })}
      {wasAsked && <HidePeriod day={asked} isOpen={asked !== null} onClose={() => setAsked(null)} onHide={acts.hide} />}
    </>
  );
}
