/** jsdom lays nothing out. Everything that scrolls is this high here, and rows have no height: so a list draws all it holds. */
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 800 });
Object.defineProperty(HTMLElement.prototype, 'scrollTo', { configurable: true, value: () => undefined });
