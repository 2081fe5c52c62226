import { type RefObject, useEffect } from 'react';
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import styles from './button.module.css';

interface TipProps {
  text: string;
  control: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The tooltip of a control; open while it is rendered. The code loads after the page (`late.tsx`). */
export function Tip({ text, control, onClose }: TipProps) {
  useEffect(() => {
    // Escape closes the tooltip alone, not the dialog that it stands in.
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') event.stopPropagation();
      onClose();
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [onClose]);
  return (
    <TooltipTrigger isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Tooltip triggerRef={control} className={styles.tooltip} offset={6}>
        {text}
      </Tooltip>
    </TooltipTrigger>
  );
}
