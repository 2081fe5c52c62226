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
