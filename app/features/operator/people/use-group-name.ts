import { useLingui } from '@lingui/react/macro'

/** Returns the name of a group; the default group has none of its own. */
export function useGroupName(): (group: { name: string | null }) => string {
  const { t } = useLingui()
  return ({ name }) => name ?? t`Default group`
}
