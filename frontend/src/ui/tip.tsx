import type { ReactElement } from 'react';
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import styles from './button.module.css';

/** A tooltip for a control that React Aria can focus. */
export function Tip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <TooltipTrigger delay={500} closeDelay={80}>
      {children}
      <Tooltip className={styles.tooltip} offset={6}>
        {text}
      </Tooltip>
    </TooltipTrigger>
  );
}
