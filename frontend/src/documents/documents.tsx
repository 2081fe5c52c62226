import { TEXT_LANGUAGES, type TextLanguage } from '@duet/contracts/plain';
import { renderToStaticMarkup } from 'react-dom/server';
import { LandingPage } from '../features/landing/landing-page.js';
import { PrivacyContents } from '../features/privacy/privacy-contents.js';
import privacyStyles from '../features/privacy/privacy.module.css';
import { t } from '../texts/index.js';
import { loadLanguage } from '../texts/load-language.js';
import { LinkButton } from '../ui/button.js';
import '../ui/styles/index.css';

/** A page that is written when Duet is built: it has no router, no store and no script but two that run before its first paint. */
export interface WrittenPage {
  /** The gateway chooses the file by the language. */
  file: string;
  language: TextLanguage;
  path: string;
  title: string;
  description: string;
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

/** Both pages in the language that is loaded. */
function pagesIn(language: TextLanguage): WrittenPage[] {
  const ending = language === 'en' ? 'html' : `${language}.html`;
  const description = t('landing.description');
  return [
    {
      file: `landing.${ending}`,
      language,
      path: '/',
      title: t('common.duet'),
      description,
      body: renderToStaticMarkup(<LandingPage />),
    },
    {
      file: `privacy.${ending}`,
      language,
      path: '/privacy',
      title: t('app.titleDuet', { title: t('app.privacy') }),
      description,
      body: renderToStaticMarkup(<PrivacyContents way={<Links />} />),
    },
  ];
}

export async function writePages(): Promise<WrittenPage[]> {
  const pages: WrittenPage[] = [];
  for (const language of TEXT_LANGUAGES) {
    if (language !== 'en') await loadLanguage(language);
    pages.push(...pagesIn(language));
  }
  return pages;
}
