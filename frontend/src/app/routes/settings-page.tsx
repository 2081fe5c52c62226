import { Bell, HeartHandshake, Palette, ShieldCheck, UserRound } from 'lucide-react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { usePartner } from '../../platform/account/partner-status.js';
import { useSettings } from '../../platform/account/settings.js';
import { AppLockPanel } from '../../features/app-lock/app-lock-panel.js';
import { DeleteAccount } from '../../features/auth/delete-account.js';
import { EmailForm } from '../../features/auth/email-form.js';
import { Passkeys } from '../../features/auth/passkeys.js';
import { PasswordForm } from '../../features/auth/password-form.js';
import { SecondFactor } from '../../features/auth/second-factor.js';
import { SessionList } from '../../features/auth/session-list.js';
import { DailyPreferences } from '../../features/daily-question/daily-preferences.js';
import { ImportantDates } from '../../features/dates/important-dates.js';
import { OnThisDayExclusions } from '../../features/memories/on-this-day/exclusions-panel.js';
import { BlockedList } from '../../features/partners/blocked-list.js';
import { NicknameForm } from '../../features/partners/nickname-form.js';
import { PartnerCard } from '../../features/partners/partner-card.js';
import { TogetherSince } from '../../features/partners/together-since.js';
import { UnlinkButton } from '../../features/partners/unlink-button.js';
import { AppearancePanel } from '../../features/settings/appearance-panel.js';
import { ExportData, HistoryHint } from '../../features/settings/export-data.js';
import { Restitutions } from '../../features/settings/restitutions.js';
import { LanguageChoice } from '../../features/settings/language-choice.js';
import { NotificationsPanel } from '../../features/settings/notifications-panel.js';
import { PrivacyPanel } from '../../features/settings/privacy-panel.js';
import { DangerZone, SettingsSection } from '../../features/settings/settings-section.js';
import { TogetherPanel } from '../../features/settings/together-panel.js';
import { TimezoneChoice } from '../../features/settings/timezone-choice.js';
import { useNames } from '../../platform/account/names.js';
import { t } from '../../texts/index.js';
import { LinkButton } from '../../ui/button.js';
import { LoadState } from '../../ui/load-state.js';
import { late } from '../../ui/late.js';
import { CoupleState } from '../couple-state.js';
import styles from './pages.module.css';

const StorageUse = late(async () => (await import('../../features/settings/storage-use.js')).StorageUse);

/** `?open=relationship` opens the relationship, `?date=` at one of the important dates. */
export function SettingsPage() {
  const { key } = useLocation();
  const [params] = useSearchParams();
  const date = params.get('date');
  const isAsked = date !== null || params.get('open') === 'relationship';
  const { partner, couple, isAlone } = usePartner();
  const { partner: called } = useNames();
  const { isError, isLoaded, refetch } = useSettings();
  return (
    <div className={styles.settings}>
      <h1>{t('common.settings')}</h1>
      {isError && !isLoaded && (
        <LoadState isError onRetry={() => void refetch()} failure={t('app.yourSettingsCouldNotBeLoaded')} />
      )}
      <HistoryHint />
      <SettingsSection
        icon={<UserRound size={22} aria-hidden />}
        title={t('app.account')}
        summary={t('app.emailPasswordSecondFactorPasskeysSigned')}
      >
        <LinkButton href="/profile">{t('app.editNameUsernameBioAndPicture')}</LinkButton>
        <LanguageChoice />
        <EmailForm />
        <PasswordForm />
        <SecondFactor />
        <Passkeys />
        <SessionList />
        <ExportData />
        <Restitutions />
      </SettingsSection>
      <SettingsSection
        icon={<Bell size={22} aria-hidden />}
        title={t('common.notifications')}
        summary={t('app.whatMayInterruptYouAndWhen')}
      >
        <NotificationsPanel />
      </SettingsSection>
      <SettingsSection
        icon={<ShieldCheck size={22} aria-hidden />}
        title={t('app.privacyAndSecurity')}
        summary={t('app.whoFindsYouWhatYourPartner')}
      >
        <PrivacyPanel />
        <AppLockPanel />
        <BlockedList />
      </SettingsSection>
      <SettingsSection
        icon={<HeartHandshake size={22} aria-hidden />}
        key={isAsked ? key : 'relationship'}
        startsOpen={isAsked}
        title={t('app.relationship')}
        summary={
          partner ? t('app.linkedWithFirstName', { firstName: called }) : isAlone ? t('common.noPartnerLinked') : null
        }
      >
        {partner ? (
          <>
            <PartnerCard partner={partner} />
            <NicknameForm />
            {couple && <TogetherSince couple={couple} />}
            <TimezoneChoice />
            <ImportantDates goTo={date} />
            <DailyPreferences />
            <TogetherPanel />
            {couple && <OnThisDayExclusions chatId={couple.chatId} />}
            <StorageUse />
          </>
        ) : isAlone ? (
          <>
            <p>{t('app.youAreNotLinkedWithAnybody')}</p>
            <LinkButton href="/dashboard" look="soft">
              {t('common.findPartner')}
            </LinkButton>
          </>
        ) : (
          <CoupleState />
        )}
      </SettingsSection>
      <SettingsSection
        icon={<Palette size={22} aria-hidden />}
        title={t('app.appearance')}
        summary={t('app.themeAccentTextSizeMotionTime')}
      >
        <AppearancePanel />
      </SettingsSection>
      <DangerZone>
        <UnlinkButton />
        <DeleteAccount />
      </DangerZone>
    </div>
  );
}
