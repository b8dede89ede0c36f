import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useHydrated } from '@tanstack/react-router'
import { Coins, Search } from 'lucide-react'
import { type ComponentType, useEffect, useState } from 'react'
import type { User } from '#app/contract/account/accounts.ts'
import { Avatar } from '#app/shell/account/avatar.tsx'
import { useSignUpOpen } from '#app/shell/account/use-sign-up-open.ts'
import { prefetch } from '#app/shell/boot/chunk-reload.ts'
import { useSession, useSessionStatus } from '#app/shell/data/session.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { kindIcons, kindPaths, kinds, useKindNames } from '#app/shell/media/kinds.tsx'
import { showCommands } from '#app/shell/shortcuts/shown.ts'
import { ButtonLink, IconButton } from '#app/ui/controls/button.tsx'
import { loadDialogs } from '#app/ui/overlays/dialog.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { loadMenu } from '#app/ui/overlays/menu.tsx'
import { loadToaster } from '#app/ui/overlays/toast.tsx'
import { Brand } from './brand.tsx'

const loadAccountMenu = () => import('./account-menu.tsx')
const AccountMenuPopup = lazyPart(async () => (await loadAccountMenu()).AccountMenuPopup)

type HeaderProps = { LiveWork: ComponentType<{ userId: string }> }

/**
 * The app's header: navigation, balance, account, and the work that runs, whose part may come late: its place is reserved. For guests it
 * links only to the home page and the sign-in page.
 */
export function Header({ LiveWork }: HeaderProps) {
  const { user, failure } = useSession()
  return (
    <header data-print="hidden" className="sticky top-0 z-30 border-b border-line bg-paper">
      <div className="flex h-15 items-center gap-1 px-4 sm:px-6">
        <Brand to={user ? '/dashboard' : '/'} />
        {user ? <SignedIn user={user} LiveWork={LiveWork} /> : !failure && <SignedOut />}
      </div>
    </header>
  )
}

function SignedOut() {
  const signUpOpen = useSignUpOpen()
  return (
    <div className="ml-auto flex items-center gap-2">
      <ButtonLink to="/signin" variant="ghost" size="sm">
        <Trans>Sign in</Trans>
      </ButtonLink>
      {signUpOpen && (
        <ButtonLink to="/signin" search={{ mode: 'sign-up' }} size="sm" className="max-sm:hidden">
          <Trans>Create account</Trans>
        </ButtonLink>
      )}
    </div>
  )
}

function SignedIn({ user, LiveWork }: HeaderProps & { user: User }) {
  const { t } = useLingui()
  const hydrated = useHydrated()
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of [loadAccountMenu, loadMenu, loadDialogs, loadToaster]) void prefetch(load)
    }, 800)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <KindLinks />
      {/* Takes all remaining space, so that content appearing at its start moves nothing. */}
      <div className="flex flex-1 items-center justify-end gap-1">
        {hydrated && <LiveWork key={user.id} userId={user.id} />}
        <IconButton label={t`Commands and search`} className="max-sm:hidden" onClick={() => showCommands('palette')}>
          <Search aria-hidden strokeWidth={1.75} />
        </IconButton>
        <BalanceChip user={user} />
        <AccountMenu user={user} />
      </div>
    </>
  )
}

/** Shown from tablets up; on a phone, the studio has its own switch within the thumb's reach. */
function KindLinks() {
  const { t } = useLingui()
  const names = useKindNames()
  return (
    <nav aria-label={t`Main`} className="ml-4 flex items-center gap-0.5 max-md:hidden">
      <Link to="/dashboard" activeOptions={{ exact: true }} className="nav-link">
        <Trans>Dashboard</Trans>
      </Link>
      {kinds.map((kind) => {
        const Icon = kindIcons[kind]
        return (
          <Link key={kind} to={kindPaths[kind]} data-kind={kind} className="nav-link">
            <Icon aria-hidden strokeWidth={1.75} className="size-4.5 shrink-0" />
            <span className="max-lg:sr-only">{names[kind]}</span>
          </Link>
        )
      })}
    </nav>
  )
}

function BalanceChip({ user }: { user: User }) {
  const { t } = useLingui()
  const { number, tokens } = useFormat()
  const spoken =
    user.held > 0 ? t`Balance: ${tokens(user.available)}, ${number(user.held)} more reserved` : t`Balance: ${tokens(user.available)}`
  return (
    <Link
      to="/profile/tokens"
      aria-label={spoken}
      title={spoken}
      className="flex min-h-11 items-center gap-2 rounded-control px-3 font-medium transition-colors hover:bg-ink/6"
    >
      <Coins aria-hidden className="size-5 text-ink-soft" strokeWidth={1.75} />
      {/* Reserves four digits, so that the content before it does not move when tokens are spent. */}
      <span className="min-w-[4ch]">{number(user.available)}</span>
    </Link>
  )
}

function AccountMenu({ user }: { user: User }) {
  const { t } = useLingui()
  const status = useSessionStatus()
  const [at, setAt] = useState<HTMLElement | null>(null)
  const [used, setUsed] = useState(false)
  if (at && !used) setUsed(true)
  return (
    <>
      <IconButton
        label={t`Account`}
        aria-haspopup="dialog"
        aria-expanded={at !== null}
        aria-busy={status === 'loading' || undefined}
        onClick={({ currentTarget }) => setAt(at ? null : currentTarget)}
        className="-mr-2 aria-busy:opacity-60"
      >
        <Avatar user={user} />
      </IconButton>
      {used && <AccountMenuPopup user={user} at={at} onClose={() => setAt(null)} />}
    </>
  )
}
