/** Where this browser says it is, for calls that may make a couple; nothing when it does not know. */
export function fromHere(): { timezone?: string } {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // What some browsers say instead of nothing.
  return !timeZone || timeZone === 'Etc/Unknown' ? {} : { timezone: timeZone };
}
