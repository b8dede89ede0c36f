import { Trans } from '@lingui/react/macro'
import { RotateCcw } from 'lucide-react'
import type { Generation } from '#app/contract/generations.ts'
import { useSeen } from '#app/ui/use-seen.ts'
import { SpendButton } from './spend-button.tsx'
import { useAgainPrice } from './use-run-price.ts'
import type { GenerationActions } from './use-generation-actions.ts'

type AgainButtonProps = {
  generation: Generation
  actions: Pick<GenerationActions, 'busy' | 'again'>
  variant?: 'ghost' | 'secondary' | undefined
  className?: string | undefined
  /** Whether to hide its label in wide windows, over a picture. */
  compact?: boolean | undefined
  onStarted?: ((started: Generation) => void) | undefined
}

/** Repeats a finished run, or retries a failed one. The price is requested once the button is visible. */
export function AgainButton({ generation, actions, variant = 'ghost', className, compact = false, onStarted }: AgainButtonProps) {
  const [ref, seen] = useSeen<HTMLButtonElement>()
  const asked = useAgainPrice(generation, seen)
  async function again(maxPrice: number) {
    const started = await actions.again(maxPrice)
    if (started) onStarted?.(started)
  }
  return (
    <SpendButton
      ref={ref}
      variant={variant}
      size="sm"
      asked={asked}
      likely={generation.charged_milli ?? generation.price_milli}
      apart={compact ? 'wide' : undefined}
      busy={actions.busy === 'again'}
      onSpend={(maxPrice) => void again(maxPrice)}
      className={className}
    >
      <RotateCcw aria-hidden className="size-4.5" strokeWidth={1.75} />
      <span className={compact ? 'lg:sr-only' : undefined}>
        {generation.status === 'succeeded' ? <Trans>Create another</Trans> : <Trans>Try again</Trans>}
      </span>
    </SpendButton>
  )
}
