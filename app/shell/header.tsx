import { Popover } from '@base-ui/react/popover'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ChartNoAxesColumn, Coins, CreditCard, LogOut, type LucideIcon, Package, Settings, UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { User } from '#app/contract/accounts.ts'
import { ButtonLink, IconButton } from '#app/ui/button.tsx'
import { Mark } from '#app/ui/mark.tsx'
import { config } from '#config'
import { Brand } from './brand.tsx'
import { useFormat } from './format.ts'
import { kindIcons, kindPaths, kinds, useKindNames } from './kinds.tsx'
import { LocaleSwitch } from './locale-switch.tsx'
import { useSession, useSessionStatus } from './session.queries.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import { useSignOut } from './use-sign-out.ts'

/** The app's head: where one is, what one has, who one is. Signed out it only leads home and to the sign-in page. */
export function Header() {
  const { user, failure } = useSession()
  return (
    <header data-print="hidden" className="sticky top-0 z-30 border-b border-line bg-paper/88 backdrop-blur-md">
      <div className="flex h-15 items-center gap-1 px-4 sm:px-6">
        <Brand to={user ? '/dashboard' : '/'} />
        {user ? <SignedIn user={user} /> : !failure && <SignedOut />}
      </div>
    </header>
  )
}

function SignedOut() {
  return (
    <div className="ml-auto flex items-center gap-2">
      <ButtonLink to="/signin" variant="ghost" size="sm">
        <Trans>Sign in</Trans>
      </ButtonLink>
      {config.auth.signUpEnabled && (
        <ButtonLink to="/signin" search={{ mode: 'sign-up' }} size="sm" className="max-sm:hidden">
          <Trans>Create an account</Trans>
        </ButtonLink>
      )}
    </div>
  )
}

function SignedIn({ user }: { user: User }) {
  return (
    <>
      <KindLinks />
      <div className="ml-auto flex items-center gap-1">
        <BalanceChip user={user} />
        <AccountMenu user={user} />
      </div>
    </>
  )
}

/** From tablets up; on a phone the studio has its own switch within the thumb's reach. */
function KindLinks() {
  const { t } = useLingui()
  const names = useKindNames()
  const link =
    'flex min-h-11 items-center gap-2 rounded-control px-3 font-medium text-ink-soft transition-colors hover:bg-ink/6 hover:text-ink aria-[current=page]:bg-ink/6 aria-[current=page]:text-ink aria-[current=page]:[&_svg]:text-kind'
  return (
    <nav aria-label={t`Main`} className="ml-4 flex items-center gap-0.5 max-md:hidden">
      <Link to="/dashboard" activeOptions={{ exact: true }} className={link}>
        <Trans>Dashboard</Trans>
      </Link>
      {kinds.map((kind) => {
        const Icon = kindIcons[kind]
        return (
          <Link key={kind} to={kindPaths[kind]} data-kind={kind} className={link}>
            <Icon aria-hidden strokeWidth={1.75} className="size-4.5 shrink-0" />
            <span className="max-lg:sr-only">{names[kind]}</span>
          </Link>
        )
      })}
    </nav>
  )
}

/** While tokens are set aside something is being made, and the mark plays. */
function BalanceChip({ user }: { user: User }) {
  const { t } = useLingui()
  const { number, tokens } = useFormat()
  const spoken =
    user.held > 0 ? t`Balance: ${tokens(user.available)}, ${number(user.held)} more set aside` : t`Balance: ${tokens(user.available)}`
  return (
    <Link
      to="/profile/tokens"
      aria-label={spoken}
      title={spoken}
      className="tabular flex min-h-11 items-center gap-2 rounded-control px-3 font-medium transition-colors hover:bg-ink/6"
    >
      {user.held > 0 ? <Mark playing size={20} /> : <Coins aria-hidden className="size-5 text-ink-soft" strokeWidth={1.75} />}
      {number(user.available)}
    </Link>
  )
}

function AccountMenu({ user }: { user: User }) {
  const { t } = useLingui()
  const signOut = useSignOut()
  const status = useSessionStatus()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        render={
          <IconButton label={t`Account`} aria-busy={status === 'loading' || undefined} className="-mr-2 aria-busy:opacity-60">
            <Initial user={user} />
          </IconButton>
        }
      />
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" className="z-50">
          <Popover.Popup className="max-h-(--available-height) w-72 max-w-[calc(100vw-1rem)] origin-(--transform-origin) overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-float transition-[opacity,scale] duration-150 outline-none data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0">
            <div className="mb-1.5 min-w-0 border-b border-line px-3 pt-2 pb-3">
              <Popover.Title className="truncate text-base font-medium tracking-normal">{user.name || user.email}</Popover.Title>
              {user.name && <Popover.Description className="truncate text-sm text-ink-soft">{user.email}</Popover.Description>}
            </div>
            <nav aria-label={t`Account`}>
              <AccountLink to="/profile/tokens" icon={Coins} onClick={close}>
                <Trans>Tokens</Trans>
              </AccountLink>
              <AccountLink to="/profile/token-packs" icon={Package} onClick={close}>
                <Trans>Token packs</Trans>
              </AccountLink>
              <AccountLink to="/profile/subscription" icon={CreditCard} onClick={close}>
                <Trans>Subscription</Trans>
              </AccountLink>
              <AccountLink to="/profile/statistics" icon={ChartNoAxesColumn} onClick={close}>
                <Trans>Statistics</Trans>
              </AccountLink>
              <AccountLink to="/profile/settings" icon={Settings} onClick={close}>
                <Trans>Settings</Trans>
              </AccountLink>
            </nav>
            <div className="my-1.5 grid gap-2 border-y border-line px-1.5 py-3">
              <LocaleSwitch />
              <ThemeSwitch />
            </div>
            <button type="button" onClick={() => void signOut()} className={entry}>
              <LogOut aria-hidden className="size-5 shrink-0 text-ink-soft" strokeWidth={1.75} />
              <Trans>Sign out</Trans>
            </button>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

const entry =
  'flex min-h-11 w-full items-center gap-3 rounded-[8px] px-3 py-2 text-left transition-colors hover:bg-ink/6 focus-visible:-outline-offset-2'

type AccountLinkProps = { to: LinkProps['to']; icon: LucideIcon; onClick: () => void; children: ReactNode }

function AccountLink({ to, icon: Icon, onClick, children }: AccountLinkProps) {
  return (
    <Link to={to} onClick={onClick} className={entry}>
      <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" strokeWidth={1.75} />
      {children}
    </Link>
  )
}

function Initial({ user }: { user: User }) {
  const letter = [...(user.name || user.email).trim()][0]?.toLocaleUpperCase()
  return (
    <span className="grid size-8 place-items-center rounded-full bg-ink text-sm font-semibold text-paper">
      {letter ?? <UserRound aria-hidden strokeWidth={1.75} />}
    </span>
  )
}
