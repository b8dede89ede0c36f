import { Trans, useLingui } from '@lingui/react/macro'
import { LogOut } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { User } from '#app/contract/account/accounts.ts'
import { LocaleSwitch } from '#app/shell/chrome/locale-switch.tsx'
import { useUser } from '#app/shell/data/session.queries.ts'
import { useSignOut } from '#app/shell/session/use-sign-out.ts'
import { Button, ButtonLink } from '#app/ui/controls/button.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { ApiKeys } from './api-keys.tsx'
import { AvatarField } from './avatar-field.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { ConnectedApps } from './connected-apps.tsx'
import { DeviceSessions } from './device-sessions.tsx'
import { EmailState } from './email-state.tsx'
import { NameForm } from './name-form.tsx'
import { Notifications } from './notifications.tsx'
import { Passkeys } from './passkeys.tsx'
import { ReferralLink } from './referral-link.tsx'
import { CurrencyPreference, TimeZoneChoice } from './region.tsx'
import { Section } from './section.tsx'
import { SignInServices } from './sign-in-services.tsx'
import { StorageUsed } from './storage-used.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { TwoFactor } from './two-factor.tsx'
import { DeleteAccount, ExportData } from './your-data.tsx'

const Webhooks = lazyPart(async () => (await import('./webhooks.tsx')).Webhooks)
const Push = lazyPart(async () => (await import('./push.tsx')).Push)
const Voices = lazyPart(async () => (await import('./voices.tsx')).Voices)
const Consent = lazyPart(async () => (await import('./consent.tsx')).Consent)
const Decisions = lazyPart(async () => (await import('./decisions.tsx')).Decisions)

export function SettingsPage() {
  const user = useUser()
  return user && <Settings user={user} />
}

function Settings({ user }: { user: User }) {
  return (
    <div className="grid max-w-4xl">
      <h1 className="pb-8 text-3xl">
        <Trans>Settings</Trans>
      </h1>
      <Section title={<Trans>About you</Trans>}>
        <AvatarField user={user} />
        <NameForm name={user.name} />
        <EmailState user={user} />
      </Section>
      <Section title={<Trans>Language and appearance</Trans>}>
        <Row label={<Trans>Language</Trans>}>
          <LocaleSwitch />
        </Row>
        <Row label={<Trans>Theme</Trans>}>
          <ThemeChoice />
        </Row>
        <Row label={<Trans>Time zone</Trans>}>
          <TimeZoneChoice user={user} />
        </Row>
        <Row label={<Trans>Currency</Trans>}>
          <CurrencyPreference user={user} />
        </Row>
      </Section>
      <Section title={<Trans>Notifications</Trans>}>
        <Notifications user={user} />
        <Push />
      </Section>
      <Decisions />
      <Section title={<Trans>Invite a friend</Trans>} hint={<Trans>People who sign up with your link count as your invites.</Trans>}>
        <ReferralLink />
      </Section>
      <Section
        title={<Trans>Sign-in</Trans>}
        hint={
          user.has_password ? (
            <Trans>Changing your password ends all other sessions.</Trans>
          ) : (
            <Trans>You don’t have a password: you sign in through another service.</Trans>
          )
        }
      >
        <div>
          <ButtonLink to="/password/change" variant="secondary">
            {user.has_password ? <Trans>Change password</Trans> : <Trans>Set a password</Trans>}
          </ButtonLink>
        </div>
        <TwoFactor user={user} />
        <Passkeys user={user} />
        <SignInServices user={user} />
      </Section>
      <Section
        title={<Trans>Active sessions</Trans>}
        hint={<Trans>If you don’t recognize a session, end it and change your password.</Trans>}
      >
        <DeviceSessions />
        <SignOut />
      </Section>
      <Section title={<Trans>API keys</Trans>} hint={<Trans>For apps that use this server on your behalf.</Trans>}>
        <ApiKeys />
      </Section>
      <Section id="apps" title={<Trans>Connected apps</Trans>} hint={<Trans>Agents and tools that you have allowed to act for you.</Trans>}>
        <ConnectedApps />
      </Section>
      <Section
        id="webhooks"
        title={<Trans>Webhooks</Trans>}
        hint={<Trans>Calls to your own server when something has happened here.</Trans>}
      >
        <Webhooks />
      </Section>
      <Voices />
      <Section title={<Trans>Storage</Trans>} hint={<Trans>The space that your results and uploads take.</Trans>}>
        <StorageUsed />
      </Section>
      <Consent />
      <Section title={<Trans>Your data</Trans>}>
        <ExportData />
      </Section>
      <Section title={<Trans>Delete account</Trans>}>
        <DeleteAccount user={user} />
      </Section>
    </div>
  )
}

function Row({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <span aria-hidden className="font-medium">
        {label}
      </span>
      {children}
    </div>
  )
}

function SignOut() {
  const { t } = useLingui()
  const signOut = useSignOut()
  const [busy, setBusy] = useState(false)
  return (
    <div>
      <Button
        variant="secondary"
        busy={busy}
        aria-label={busy ? t`Signing out` : undefined}
        onClick={() => {
          setBusy(true)
          void signOut()
        }}
      >
        <LogOut aria-hidden className="size-5" strokeWidth={1.75} />
        <Trans>Sign out on this device</Trans>
      </Button>
    </div>
  )
}

export function SettingsSkeleton() {
  return (
    <div className="grid max-w-4xl gap-10">
      <Skeleton className="h-10 w-48" />
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} className="h-28 rounded-card" />
      ))}
    </div>
  )
}
