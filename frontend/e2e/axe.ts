import AxeBuilder from '@axe-core/playwright';
import { type Page, expect, test } from '@playwright/test';

/** React Aria's announcements stay in this element for a while and may refer to elements that no longer exist. */
const ANNOUNCER = '[data-live-announcer]';

/** React Aria renders a combo box's list at the end of <body>, outside every landmark; the field owns it. Only that rule is exempt. */
const isListOfField = (rule: string, html: string): boolean =>
  rule === 'region' && /^<div [^>]*role="listbox"/.test(html);

/**
 * Only violations are described in full. In axe's other mode each analysis also opens a page, to put together the results of
 * frames from other origins; no screen has such a frame.
 */
const violations = async (page: Page): Promise<string[]> => {
  const found = await new AxeBuilder({ page })
    .exclude(ANNOUNCER)
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  return found.violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => !isListOfField(id, html))
      .map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
};

/** Expects no axe violation and no horizontal overflow on the current page. Soft, so that a test checks all its screens. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await test.step(screen, async () => {
    // The code of a page loads after its document.
    await page.locator('h1').first().waitFor({ state: 'attached' });
    expect.soft(await violations(page), screen).toEqual([]);
    const overhang = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overhang, `${screen}: pixels to scroll sideways`).toBe(0);
  });
}
