import type { ReactNode } from 'react';
import { type Key, Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs';
import styles from './tabs.module.css';

export interface TabItem {
  id: string;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps {
  label: string;
  items: readonly TabItem[];
  selected?: string;
  onSelect?: (id: string) => void;
}

export function Tabs({ label, items, selected, onSelect }: TabsProps) {
  return (
    <AriaTabs
      className={styles.tabs}
      {...(selected === undefined ? {} : { selectedKey: selected })}
      onSelectionChange={(key: Key) => onSelect?.(String(key))}
    >
      <TabList aria-label={label} className={styles.list}>
        {items.map((item) => (
          <Tab key={item.id} id={item.id} className={styles.tab}>
            {item.label}
          </Tab>
        ))}
      </TabList>
      {items.map((item) => (
        <TabPanel key={item.id} id={item.id} className={styles.panel}>
          {item.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
