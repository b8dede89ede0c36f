import { Trans } from '@lingui/react/macro'
import { RotateCcw, StepForward } from 'lucide-react'
import type { Generation } from '#app/contract/runs/generations.ts'
import { SpendButton } from '#app/runs/spend-button.tsx'
import { useAgainPrice, useRunPrice } from '#app/runs/use-run-price.ts'
import { useSeen } from '#app/ui/page/use-seen.ts'
import { continuation, useContinuePrompt } from './use-turn-actions.ts'

type SpendingProps = {
  turn: Generation
  /** Set while a new turn is being created, here or elsewhere. */
  busy: 'here' | 'elsewhere' | undefined
  onSpend: (maxPrice: number) => void
}

/** A button for another answer to the same prompt. Prices are requested once the button is visible. */
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

/** A button for the rest of an interrupted answer. */
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
