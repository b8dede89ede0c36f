import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { OauthProvider } from '#app/contract/account/accounts.ts'
import { IssuerMark, providerMarks, useProviderNames } from '#app/shell/account/provider-marks.tsx'
import * as config from '#config'

export type SocialSignInProps = {
  /** Whether a form stands above. */
  divided?: boolean
  /** Whether new accounts can be created this way. */
  opensAccounts: boolean
  providers: readonly OauthProvider[]
  /** Issuers of OpenID Connect. */
  issuers: readonly { id: string; label: string }[]
  /** The requested page, if any: a path of this app. */
  target: string | null
  /** Whether the page stays open and continues once the sign-in is known. */
  newTab?: boolean | undefined
}

/** Links to other sign-in services. Plain links, because the browser leaves the page. */
export function SocialSignIn({ providers, issuers, divided = true, opensAccounts, target, newTab = false }: SocialSignInProps) {
  const { t } = useLingui()
  const names = useProviderNames()
  const services = [
    ...issuers.map(({ id, label }) => ({ id, name: label, Mark: IssuerMark })),
    ...providers.map((id) => ({ id, name: names[id], Mark: providerMarks[id] })),
  ]
  if (services.length === 0) return null
  return (
    <section aria-label={t`Sign in through another service`} className="mt-7">
      {divided && (
        <p className="flex items-center gap-3 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          <Trans>or</Trans>
        </p>
      )}
      <ul className={`mt-4 grid gap-2.5 ${services.length > 1 ? 'min-[22rem]:grid-cols-2' : ''}`}>
        {services.map(({ id, name, Mark }) => {
          return (
            <li key={id}>
              <a
                href={startOf(id, target)}
                {...(newTab && { target: '_blank', rel: 'noopener' })}
                aria-label={t`Continue with ${name}`}
                className="flex min-h-11 items-center justify-center gap-2.5 rounded-control border border-edge bg-surface px-3 py-2 font-medium transition-colors hover:border-ink-soft hover:bg-wash [&_svg]:shrink-0"
              >
                <Mark />
                <span className="min-w-0 wrap-anywhere">{name}</span>
              </a>
            </li>
          )
        })}
      </ul>
      {opensAccounts && (
        <p className="mt-3 text-sm text-ink-soft">
          <Trans>
            First time here? We’ll create an account for you. By continuing, you accept the{' '}
            <Link to="/legal/$document" params={{ document: 'terms' }} target="_blank" className="link">
              terms
            </Link>{' '}
            and the{' '}
            <Link to="/legal/$document" params={{ document: 'privacy' }} target="_blank" className="link">
              privacy policy
            </Link>
            .
          </Trans>
        </p>
      )}
    </section>
  )
}

function startOf(provider: string, target: string | null): string {
  const query = target ? `?${new URLSearchParams({ redirect: target })}` : ''
  return `${config.api.basePath}/v1/auth/oauth/${provider}${query}`
}
