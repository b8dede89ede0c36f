import { Trans, useLingui } from '@lingui/react/macro'
import { RotateCcw } from 'lucide-react'
import type { Generation } from '#app/contract/runs/generations.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { useQueryData } from '#app/shell/data/query-data.ts'
import { useSeen } from '#app/ui/page/use-seen.ts'
import { acceptsAll } from './options/option-values.ts'
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

/**
 * Repeats a finished run, or retries a failed one. The price is requested once the button is visible, unless the model has changed and no
 * longer accepts the options: the server would reject them.
 */
export function AgainButton({ generation, actions, variant = 'ghost', className, compact = false, onStarted }: AgainButtonProps) {
  const [ref, seen] = useSeen<HTMLButtonElement>()
  const { t } = useLingui()
  const model = useQueryData(modelsQuery())?.find(({ id }) => id === generation.model)
  const fits = !model || acceptsAll(model.options, generation.options)
  const asked = useAgainPrice(generation, seen && fits)
  async function again(maxPrice: number) {
    const started = await actions.again(maxPrice)
    if (started) onStarted?.(started)
  }
  // A film is made again on its own page, as it is then.
  if (generation.film) return null
  return (
    <SpendButton
      ref={ref}
      variant={variant}
      size="sm"
      asked={asked}
      likely={generation.charged_milli ?? generation.price_milli}
      apart={compact ? 'wide' : undefined}
      title={fits ? undefined : t`The model no longer accepts these options. Choose “Use this prompt” to change them.`}
      busy={actions.busy === 'again'}
      onSpend={(maxPrice) => void again(maxPrice)}
      className={className}
    >
      <RotateCcw aria-hidden className="size-4.5" strokeWidth={1.75} />
      <span className={compact ? 'lg:sr-only' : undefined}>
        {generation.status === 'succeeded' ? <Trans>Another version</Trans> : <Trans>Try again</Trans>}
      </span>
    </SpendButton>
  )
}
