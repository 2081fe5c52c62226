/** jsdom lays nothing out. Everything that scrolls is this high here, so that a list draws what would be on a screen. */
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 800 });
Object.defineProperty(HTMLElement.prototype, 'scrollTo', { configurable: true, value: () => undefined });
