import { useLingui } from '@lingui/react/macro'
import type { InputRole } from '#app/contract/base/values.ts'

/** Names of the roles that input files can have. */
export function useRoleNames(): Record<InputRole, { name: string; description: string }> {
  const { t } = useLingui()
  return {
    reference: { name: t`Reference`, description: t`Take its colors and composition` },
    source: { name: t`Variation`, description: t`Similar, with small changes` },
    first_frame: { name: t`First frame`, description: t`The video starts with it` },
    last_frame: { name: t`Last frame`, description: t`The video ends with it` },
    speech: { name: t`Speech`, description: t`A person in the video says it` },
    mask: { name: t`Mask`, description: t`White and transparent areas are repainted` },
  }
}
