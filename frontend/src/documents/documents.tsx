import { renderToStaticMarkup } from 'react-dom/server';
import { LandingPage } from '../features/landing/landing-page.js';
import { PrivacyContents } from '../features/privacy/privacy-contents.js';
import privacyStyles from '../features/privacy/privacy.module.css';
import { t } from '../texts/index.js';
import { LinkButton } from '../ui/button.js';
import '../ui/styles/index.css';

/** A page that is written when Duet is built: it has no router, no store and no script but two that run before its first paint. */
export interface WrittenPage {
  /** The file's name, without `.html`. */
  name: string;
  title: string;
  body: string;
}

/** Both links of the privacy page; `visitor.js` and its style sheet choose one. */
const Links = () => (
  <>
    <LinkButton href="/login" look="ghost" className={privacyStyles.stranger ?? ''}>
      {t('common.signIn')}
    </LinkButton>
    <LinkButton href="/dashboard" look="ghost" className={privacyStyles.known ?? ''}>
      {t('privacy.backToDuet')}
    </LinkButton>
  </>
);

export const writePages = (): WrittenPage[] => [
  { name: 'landing', title: t('common.duet'), body: renderToStaticMarkup(<LandingPage />) },
  {
    name: 'privacy',
    title: t('app.titleDuet', { title: t('app.privacy') }),
    body: renderToStaticMarkup(<PrivacyContents way={<Links />} />),
  },
];
