import { useLingui } from '@lingui/react/macro'
import type { InputRole } from '#app/contract/models.ts'

/** What a run does with a file it is given. */
export function useRoleNames(): Record<InputRole, { name: string; description: string }> {
  const { t } = useLingui()
  return {
    reference: { name: t`Reference`, description: t`Its colours and composition` },
    source: { name: t`Variation`, description: t`The same again, a little different` },
    first_frame: { name: t`First frame`, description: t`The film begins with it` },
    mask: { name: t`Mask`, description: t`What is white or see-through in it is made anew` },
  }
}
