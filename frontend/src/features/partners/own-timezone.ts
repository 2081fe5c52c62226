/** The browser's time zone, for calls that may create a couple; empty if unknown. */
export function fromHere(): { timezone?: string } {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // Some browsers report `Etc/Unknown` for an unknown zone.
  return !timeZone || timeZone === 'Etc/Unknown' ? {} : { timezone: timeZone };
}
