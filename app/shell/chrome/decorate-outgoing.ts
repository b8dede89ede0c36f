import * as config from '#config'

/** Adds the visitor's referral code to a URL if its host shares referrals with us. */
export function decorateOutgoing(href: string, code: string | undefined, hosts: readonly string[]): string {
  if (!code || !URL.canParse(href)) return href
  const url = new URL(href)
  if (url.protocol !== 'https:' || !hosts.includes(url.host)) return href
  url.searchParams.set(config.referral.queryParam, code)
  return url.href
}

/** Adds the code at the click, because pages are the same for all visitors. */
export function decorateLink(link: HTMLAnchorElement): void {
  link.href = decorateOutgoing(link.href, readReferralCode(), config.referral.outgoingHosts)
}

function readReferralCode(): string | undefined {
  const pairs = document.cookie.split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([name]) => name === config.referral.cookieName)?.[1]
}
