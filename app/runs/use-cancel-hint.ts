import { useLingui } from '@lingui/react/macro'
import type { Generation } from '#app/contract/runs/generations.ts'

/** Tooltip of the cancel button: the cost of canceling now. */
export function useCancelHint({ cancel }: Pick<Generation, 'cancel'>): string | undefined {
  const { t } = useLingui()
  switch (cancel) {
    case 'free':
      return t`You won’t be charged.`
    case 'text_so_far':
      return t`You pay for the text written so far.`
    case 'if_confirmed':
      return t`You won’t be charged if the provider can still stop it.`
    case 'too_late':
      return t`The provider can’t stop this job. You’ll get the result and be charged as quoted.`
    case null:
      return undefined
  }
}
