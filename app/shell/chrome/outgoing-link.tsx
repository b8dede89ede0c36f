import type { ComponentProps, SyntheticEvent } from 'react'
import { config } from '#config'

/** The address with the visitor's referral code, if its host shares referrals with us. */
export function decorateOutgoing(href: string, code: string | undefined, hosts: readonly string[]): string {
  if (!code || !URL.canParse(href)) return href
  const url = new URL(href)
  if (url.protocol !== 'https:' || !hosts.includes(url.host)) return href
  url.searchParams.set(config.referral.queryParam, code)
  return url.href
}

function readReferralCode(): string | undefined {
  const pairs = document.cookie.split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([name]) => name === config.referral.cookieName)?.[1]
}

/** A link to another site. The code is added on use, because pages are the same for all visitors. */
export function OutgoingLink({ href, children, className }: Pick<ComponentProps<'a'>, 'children' | 'className'> & { href: string }) {
  const decorate = (event: SyntheticEvent<HTMLAnchorElement>) => {
    event.currentTarget.href = decorateOutgoing(href, readReferralCode(), config.referral.outgoingHosts)
  }
  return (
    <a href={href} target="_blank" rel="noopener" className={className} onPointerDown={decorate} onFocus={decorate}>
      {children}
    </a>
  )
}
