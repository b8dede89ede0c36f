import type { ComponentProps, SyntheticEvent } from 'react'
import { decorateLink } from './decorate-outgoing.ts'

/** A link to another site, with the visitor's referral code if the site shares referrals with us. */
export function OutgoingLink({ href, children, className }: Pick<ComponentProps<'a'>, 'children' | 'className'> & { href: string }) {
  const decorate = ({ currentTarget }: SyntheticEvent<HTMLAnchorElement>) => decorateLink(currentTarget)
  return (
    <a href={href} target="_blank" rel="noopener" data-outgoing className={className} onPointerDown={decorate} onFocus={decorate}>
      {children}
    </a>
  )
}
