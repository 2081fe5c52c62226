import AxeBuilder from '@axe-core/playwright';
import { type Page, expect, test } from '@playwright/test';

/** Markup of React Aria itself that no option moves or removes. */
const NOT_OURS = [
  // What it says to screen readers (a button began to work): made once, at the end of <body>, outside every landmark.
  '[data-live-announcer]',
  // How a screen reader closes a popover: hidden from the eye and the Tab key, and outside the dialog that it closes.
  'button[aria-label="Dismiss"][tabindex="-1"]',
];

const violations = async (page: Page): Promise<string[]> => {
  const axe = NOT_OURS.reduce((builder, selector) => builder.exclude(selector), new AxeBuilder({ page }));
  const found = await axe.analyze();
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`));
};

/** The page as it is shown now: axe finds nothing, and nothing is wider than the screen. All screens of a test are heard before it fails. */
export async function isAccessible(page: Page, screen: string): Promise<void> {
  await test.step(screen, async () => {
    expect.soft(await violations(page), screen).toEqual([]);
    const overhang = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect.soft(overhang, `${screen}: pixels to scroll sideways`).toBe(0);
  });
}
