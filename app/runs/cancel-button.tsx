import { Trans } from '@lingui/react/macro'
import type { Generation } from '#app/contract/runs/generations.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { useCancelHint } from './use-cancel-hint.ts'
import type { useGenerationActions } from './use-generation-actions.ts'

type CancelButtonProps = {
  generation: Generation
  actions: Pick<ReturnType<typeof useGenerationActions>, 'busy' | 'cancel'>
  /** Identifies the work to screen readers if the page shows several. */
  name?: string
}

/** Cancels a run; the tooltip states the cost. */
export function CancelButton({ generation, actions, name }: CancelButtonProps) {
  const hint = useCancelHint(generation)
  const isTooLate = generation.cancel === 'too_late' && actions.busy !== 'cancel'
  return (
    <Button
      variant="ghost"
      size="sm"
      title={hint}
      busy={actions.busy === 'cancel'}
      aria-disabled={isTooLate || undefined}
      onClick={isTooLate ? undefined : () => void actions.cancel()}
    >
      <span>
        {isTooLate ? <Trans>Can’t be canceled</Trans> : <Trans context="a running work">Cancel</Trans>}
        {name && <span className="sr-only"> {name}</span>}
      </span>
    </Button>
  )
}
