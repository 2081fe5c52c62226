import type { CDPSession, Locator, Page } from '@playwright/test';

export interface Point {
  x: number;
  y: number;
}

/** Dispatches real touches, from which the browser derives pointer, mouse and click events. */
export class Touch {
  private constructor(private readonly session: CDPSession) {}

  static async of(page: Page): Promise<Touch> {
    return new Touch(await page.context().newCDPSession(page));
  }

  private dispatch(
    type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel',
    ...touchPoints: Point[]
  ): Promise<unknown> {
    return this.session.send('Input.dispatchTouchEvent', { type, touchPoints });
  }

  down = (...points: Point[]) => this.dispatch('touchStart', ...points);
  move = (...points: Point[]) => this.dispatch('touchMove', ...points);
  up = (...left: Point[]) => this.dispatch('touchEnd', ...left);
  cancel = () => this.dispatch('touchCancel');

  /** Moves a finger from one point to another, in steps as a hand makes them. */
  async drag(from: Point, to: Point): Promise<void> {
    const steps = 8;
    await this.down(from);
    for (let step = 1; step <= steps; step += 1)
      await this.move({
        x: from.x + ((to.x - from.x) * step) / steps,
        y: from.y + ((to.y - from.y) * step) / steps,
      });
    await this.up();
  }

  /** Sends both events at once: on a busy machine the browser's answer to the first may take longer than a tap lasts. */
  async tap(point: Point): Promise<void> {
    await Promise.all([this.down(point), this.up()]);
  }

  /** Sends both taps at once: each answer may take longer than the pause within a double tap. */
  async doubleTap(point: Point): Promise<void> {
    await Promise.all([this.tap(point), this.tap(point)]);
  }
}

export async function middleOf(element: Locator): Promise<Point> {
  const box = await element.boundingBox();
  if (!box) throw new Error('the element is not visible');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
