import { type RefObject, useEffect } from 'react';
import { textHitsIn } from '../../../ui/text-hits.js';

const NAME = 'duet-found';

/** The matches in the words of the rendered messages. */
function rangesIn(frame: Element, q: string): Range[] {
  const ranges: Range[] = [];
  for (const words of frame.querySelectorAll('[data-message] p')) {
    const walker = document.createTreeWalker(words, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      for (const { from, to } of textHitsIn(node.nodeValue ?? '', q)) {
        const range = new Range();
        range.setStart(node, from);
        range.setEnd(node, to);
        ranges.push(range);
      }
    }
  }
  return ranges;
}

/**
 * Marks the words of a search in the messages on the screen, without rendering them anew. A browser without the CSS Custom
 * Highlight API shows the found message alone.
 */
export function useHighlight(inside: RefObject<HTMLElement | null>, q: string): void {
  useEffect(() => {
    const frame = inside.current?.parentElement;
    if (!frame || q === '' || !('highlights' in CSS)) return;
    let drawing = 0;
    const draw = (): void => {
      drawing = 0;
      CSS.highlights.set(NAME, new Highlight(...rangesIn(frame, q)));
    };
    // The list renders other messages while it scrolls.
    const observer = new MutationObserver(() => {
      drawing ||= requestAnimationFrame(draw);
    });
    observer.observe(frame, { childList: true, characterData: true, subtree: true });
    draw();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(drawing);
      CSS.highlights.delete(NAME);
    };
  }, [inside, q]);
}
