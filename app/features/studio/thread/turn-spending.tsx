import { Trans } from '@lingui/react/macro'
import { RotateCcw, StepForward } from 'lucide-react'
import type { Generation } from '#app/contract/generations.ts'
import { SpendButton } from '#app/shell/work/spend-button.tsx'
import { useAgainPrice, useRunPrice } from '#app/shell/work/use-run-price.ts'
import { useSeen } from '#app/ui/use-seen.ts'
import { continuation, useContinuePrompt } from './use-turn-actions.ts'

type SpendingProps = {
  turn: Generation
  /** A new turn is being created, from here or from elsewhere. */
  busy: 'here' | 'elsewhere' | undefined
  onSpend: (maxPrice: number) => void
}

/** Another answer to the same prompt. Prices are asked for once the button is in view. */
export function AnotherAnswer({ turn, busy, onSpend }: SpendingProps) {
  const [ref, seen] = useSeen<HTMLButtonElement>()
  return (
    <SpendButton
      ref={ref}
      variant="ghost"
      size="sm"
      asked={useAgainPrice(turn, seen)}
      busy={busy === 'here'}
      aria-disabled={busy === 'elsewhere' || undefined}
      onSpend={onSpend}
      className="font-normal text-ink-soft hover:text-ink"
    >
      <RotateCcw aria-hidden className="size-4.5" strokeWidth={1.75} />
      <Trans>Another answer</Trans>
    </SpendButton>
  )
}

/** The rest of an interrupted answer. */
export function Continue({ turn, busy, onSpend }: SpendingProps) {
  const continuePrompt = useContinuePrompt()
  const [ref, seen] = useSeen<HTMLButtonElement>()
  const asked = useRunPrice(continuation(turn, continuePrompt), seen)
  return (
    <SpendButton ref={ref} variant="ghost" size="sm" asked={asked} busy={busy === 'here'} onSpend={onSpend}>
      <StepForward aria-hidden className="size-4.5" strokeWidth={1.75} />
      <Trans>Continue</Trans>
    </SpendButton>
  )
}
