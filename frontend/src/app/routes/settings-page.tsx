import { Bell, HeartHandshake, Palette, ShieldCheck, UserRound } from 'lucide-react';
import { usePartner } from '../../api/partner-status.js';
import { useSettings } from '../../api/settings.js';
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
import { LanguageChoice } from '../../features/settings/language-choice.js';
import { NotificationsPanel } from '../../features/settings/notifications-panel.js';
import { PrivacyPanel } from '../../features/settings/privacy-panel.js';
import { DangerZone, SettingsSection } from '../../features/settings/settings-section.js';
import { TimezoneChoice } from '../../features/settings/timezone-choice.js';
import { Banner } from '../../ui/banner.js';
import { Button, LinkButton } from '../../ui/button.js';
import styles from './pages.module.css';

export function SettingsPage() {
  const { partner, couple } = usePartner();
  const { isError, isLoaded, refetch } = useSettings();
  return (
    <div className={styles.settings}>
      <h1>Settings</h1>
      {isError && !isLoaded && (
        <Banner tone="error" action={<Button look="ghost" size="small" onPress={() => void refetch()}>Retry</Button>}>
          Your settings could not be loaded, so some cannot be changed right now.
        </Banner>
      )}
      <HistoryHint />
      <SettingsSection icon={<UserRound size={22} aria-hidden />} title="Account" summary="Email, password, second factor, passkeys, signed-in devices, your data">
        <LinkButton href="/profile">Edit name, username, bio and picture</LinkButton>
        <LanguageChoice />
        <EmailForm />
        <PasswordForm />
        <SecondFactor />
        <Passkeys />
        <SessionList />
        <ExportData />
      </SettingsSection>
      <SettingsSection icon={<Bell size={22} aria-hidden />} title="Notifications" summary="What may interrupt you, and when not">
        <NotificationsPanel />
      </SettingsSection>
      <SettingsSection icon={<ShieldCheck size={22} aria-hidden />} title="Privacy & Security" summary="Who finds you, what your partner sees, app lock, blocked people">
        <PrivacyPanel />
        <AppLockPanel />
        <BlockedList />
      </SettingsSection>
      <SettingsSection icon={<HeartHandshake size={22} aria-hidden />} title="Relationship" summary={partner ? `Linked with ${partner.firstName}` : 'No Partner Linked'}>
        {partner ? (
          <>
            <PartnerCard partner={partner} />
            <NicknameForm />
            {couple && <TogetherSince couple={couple} />}
            <TimezoneChoice />
            <ImportantDates />
            <DailyPreferences />
            {couple && <OnThisDayExclusions chatId={couple.chatId} />}
          </>
        ) : (
          <>
            <p>You are not linked with anybody.</p>
            <LinkButton href="/dashboard" look="soft">
              Find Partner
            </LinkButton>
          </>
        )}
      </SettingsSection>
      <SettingsSection icon={<Palette size={22} aria-hidden />} title="Appearance" summary="Theme, accent, text size, motion, time format">
        <AppearancePanel />
      </SettingsSection>
      <DangerZone>
        <UnlinkButton />
        <DeleteAccount />
      </DangerZone>
    </div>
  );
}
