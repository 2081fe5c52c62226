import { RefusedBanner } from './refused-banner.js';
import { RemovalBanner } from './removal-banner.js';
import { VerifyBanner } from './verify-banner.js';

/** Messages about the account that a person should see on every page. */
export function AccountBanners() {
  return (
    <>
      <RefusedBanner />
      <VerifyBanner />
      <RemovalBanner />
    </>
  );
}
