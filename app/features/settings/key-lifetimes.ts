import { useLingui } from '@lingui/react/macro'

/** Days that a key may be valid from now on. */
export const lifetimes = ['30', '90', '365', 'never'] as const
export type Lifetime = (typeof lifetimes)[number]

export function useLifetimeNames(): Record<Lifetime, string> {
  const { t } = useLingui()
  return { '30': t`30 days`, '90': t`90 days`, '365': t`1 year`, never: t`No expiration` }
}
