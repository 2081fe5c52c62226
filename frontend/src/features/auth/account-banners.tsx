import { RefusedBanner } from './refused-banner.js';
import { RemovalBanner } from './removal-banner.js';
import { VerifyBanner } from './verify-banner.js';

/** What a person should know about their account on every page. */
export function AccountBanners() {
  return (
    <>
      <RefusedBanner />
      <VerifyBanner />
      <RemovalBanner />
    </>
  );
}
