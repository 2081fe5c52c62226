import { LIMITS } from '@duet/contracts/plain';
import { ASSERTION_TIMEOUT } from '@duet/infra/test-timeouts';
import { configure } from '@testing-library/dom';

configure({ asyncUtilTimeout: ASSERTION_TIMEOUT });

// A click on a busy machine may take longer than a toast lasts.
Object.assign(LIMITS, { toastSuccess: ASSERTION_TIMEOUT, toastLong: ASSERTION_TIMEOUT });

/** Where the focus was before a popover opened. */
const focusBefore = new WeakMap<HTMLElement, Element | null>();

// jsdom has no popovers. These give the focus back and report their end, as the browser's do.
Object.assign(HTMLElement.prototype, {
  showPopover(this: HTMLElement): void {
    focusBefore.set(this, document.activeElement);
  },
  hidePopover(this: HTMLElement): void {
    const before = focusBefore.get(this);
    if (this.contains(document.activeElement) && before instanceof HTMLElement) before.focus();
    this.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'closed' }));
  },
});
