// Runs before the first paint of the landing and the privacy page, which know nothing of a session otherwise.
try {
  const { token, refreshToken } = JSON.parse(localStorage.getItem('auth-storage')) ?? {};
  if (token || refreshToken) {
    document.documentElement.dataset.signedIn = '';
    if (location.pathname === '/') location.replace(`/dashboard${location.search}`);
  }
} catch {
  // A damaged entry is no session.
}
// The language that a link chooses is this device's from then on. The server knows only what the browser prefers.
try {
  const address = new URL(location.href);
  const asked = address.searchParams.get('lang');
  const chosen = localStorage.getItem('duet-language');
  if (asked) localStorage.setItem('duet-language', document.documentElement.lang);
  else if (chosen && chosen !== document.documentElement.lang) {
    address.searchParams.set('lang', chosen);
    location.replace(address);
  }
} catch {
  // A browser without storage shows the language that it prefers.
}
