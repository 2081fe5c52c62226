/**
 * Sets `--visible-height` to the height that an on-screen keyboard leaves, for pages that fill the window: Safari lays the
 * keyboard over the page instead of making it smaller.
 * @returns a function that ends it
 */
export function followVisibleHeight(): () => void {
  const viewport = window.visualViewport;
  if (!viewport) return () => undefined;
  const { style } = document.documentElement;
  const follow = (): void => {
    // A pinch makes it smaller too, but covers nothing.
    if (viewport.scale !== 1) return;
    // Elsewhere the page has its height at once, and a later second one would make it lose its place.
    if (window.innerHeight - viewport.height > 1) style.setProperty('--visible-height', `${viewport.height}px`);
    else style.removeProperty('--visible-height');
    // The browser has pushed the page up to show the field, which is visible without that now.
    if (viewport.offsetTop > 0) window.scrollTo(0, 0);
  };
  follow();
  viewport.addEventListener('resize', follow);
  return () => {
    viewport.removeEventListener('resize', follow);
    style.removeProperty('--visible-height');
  };
}
