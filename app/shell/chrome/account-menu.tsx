import { Popover } from '@base-ui/react/popover'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ChartNoAxesColumn, Coins, CreditCard, LogOut, type LucideIcon, Package, Search, Settings, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { User } from '#app/contract/account/accounts.ts'
import { Avatar } from '#app/shell/account/avatar.tsx'
import { useSignOut } from '#app/shell/session/use-sign-out.ts'
import { showCommands } from '#app/shell/shortcuts/shown.ts'
import { ThemeSwitch } from '#app/shell/theme/theme-switch.tsx'
import { LocaleSwitch } from './locale-switch.tsx'

type AccountMenuPopupProps = {
  user: User
  /** The button that the menu is anchored to while open. */
  at: HTMLElement | null
  onClose: () => void
}

/** The person's pages, appearance and language, and sign-out. */
export function AccountMenuPopup({ user, at, onClose: close }: AccountMenuPopupProps) {
  const { t } = useLingui()
  const signOut = useSignOut()
  return (
    <Popover.Root
      open={at !== null}
      onOpenChange={(open, { event }) => {
        // The button itself handles its clicks.
        const isOnButton = event.target instanceof Node && at?.contains(event.target)
        if (!open && !isOnButton) close()
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={at} sideOffset={6} align="end" className="z-70">
          <Popover.Popup
            finalFocus={() => at}
            className="max-h-(--available-height) w-72 max-w-[calc(100vw-1rem)] origin-(--transform-origin) overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-float transition-[opacity,scale] duration-150 outline-none data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0"
          >
            <div className="mb-1.5 flex items-center gap-3 border-b border-line px-3 pt-2 pb-3">
              <Avatar user={user} className="size-10" />
              <div className="min-w-0">
                <Popover.Title className="truncate text-base font-medium tracking-normal">{user.name || user.email}</Popover.Title>
                {user.name && <Popover.Description className="truncate text-sm text-ink-soft">{user.email}</Popover.Description>}
              </div>
            </div>
            <button
              type="button"
              onClick={() => {
                close()
                showCommands('palette')
              }}
              className={`${entry} sm:hidden`}
            >
              <Search aria-hidden className="size-5 shrink-0 text-ink-soft" strokeWidth={1.75} />
              <Trans>Commands and search</Trans>
            </button>
            <nav aria-label={t`Account`}>
              <AccountLink to="/profile/tokens" icon={Coins} onClick={close}>
                <Trans>Tokens</Trans>
              </AccountLink>
              <AccountLink to="/profile/token-packs" icon={Package} onClick={close}>
                <Trans>Token packs</Trans>
              </AccountLink>
              <AccountLink to="/profile/subscription" icon={CreditCard} onClick={close}>
                <Trans>Plan</Trans>
              </AccountLink>
              <AccountLink to="/profile/statistics" icon={ChartNoAxesColumn} onClick={close}>
                <Trans>Statistics</Trans>
              </AccountLink>
              <AccountLink to="/profile/settings" icon={Settings} onClick={close}>
                <Trans>Settings</Trans>
              </AccountLink>
              {user.role !== 'member' && (
                <AccountLink to="/operator" icon={ShieldCheck} onClick={close}>
                  <Trans>Administration</Trans>
                </AccountLink>
              )}
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
