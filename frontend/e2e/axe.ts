import AxeBuilder from '@axe-core/playwright';
import { type Page, expect, test } from '@playwright/test';

/** What React Aria says to screen readers (a button began to work) lies there for a while, and names an element that is gone by then. */
const ANNOUNCER = '[data-live-announcer]';

/** React Aria puts the list of a combo box at the end of <body>, outside every landmark; the field names it as its own. All else about it is heard. */
const isListOfField = (rule: string, html: string): boolean => rule === 'region' && /^<div [^>]*role="listbox"/.test(html);

const violations = async (page: Page): Promise<string[]> => {
  const found = await new AxeBuilder({ page }).exclude(ANNOUNCER).analyze();
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.filter(({ html }) => !isListOfField(id, html)).map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
};

/** The page as it is shown now: axe finds nothing, and nothing is wider than the screen. All screens of a test are heard before it fails. */
export async function isAccessible(page: Page, screen: string): Promise<void> {
  await test.step(screen, async () => {
    expect.soft(await violations(page), screen).toEqual([]);
    const overhang = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect.soft(overhang, `${screen}: pixels to scroll sideways`).toBe(0);
  });
}
