import { useState } from 'react';
import { useGetPartnerStatusQuery } from '../../platform/account/partner-status.js';
import { useMayAsk } from '../../platform/session/session.js';
import { late } from '../../ui/late.js';

const LinkedMoment = late(async () => (await import('./linked-moment.js')).LinkedMoment);

/** Shows the moment of the link, on the page of the one who made it and on that of the one who waited. */
export function WhenLinked() {
  const { currentData } = useGetPartnerStatusQuery(undefined, { skip: !useMayAsk() });
  const isLinked = currentData ? currentData.hasPartner : null;
  const [wasLinked, setWasLinked] = useState(isLinked);
  const [isMoment, setMoment] = useState(false);
  if (isLinked !== null && isLinked !== wasLinked) {
    setWasLinked(isLinked);
    // Only somebody who was known to be alone has just been linked: the first answer of a page is no news.
    setMoment(isLinked && wasLinked === false);
  }
  return isMoment && <LinkedMoment onClose={() => setMoment(false)} />;
}
