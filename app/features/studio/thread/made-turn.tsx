import { useState } from 'react'
import { Trans } from '@lingui/react/macro'
import type { Generation } from '#app/contract/runs/generations.ts'
import { isActive } from '#app/shell/data/run-state.ts'
import { GenerationActions } from '#app/runs/generation-actions.tsx'
import { GenerationDetails } from '#app/runs/generation-details.tsx'
import { Result } from '#app/runs/result.tsx'
import { Sheet } from '#app/ui/overlays/dialog.tsx'
import type { TurnHandlers } from './turn-handlers.ts'

/** A turn that made a picture, a video or sound, with the actions of its studio. */
export function MadeTurn({ turn, handlers }: { turn: Generation; handlers: Pick<TurnHandlers, 'onStarted' | 'onWrite'> }) {
  const [details, setDetails] = useState(false)
  const { prompt, model, options } = turn
  return (
    <div data-kind={turn.type} className="mt-2 grid gap-1">
      <div className="max-w-136">
        <Result generation={turn} shownAt="(min-width: 40rem) 34rem, 100vw" />
      </div>
      {!isActive(turn) && (
        <GenerationActions
          generation={turn}
          onReuse={() => handlers.onWrite({ prompt, model, options })}
          onDetails={() => setDetails(true)}
          onStarted={handlers.onStarted}
        />
      )}
      <Sheet open={details} onOpenChange={setDetails} title={<Trans>Details</Trans>}>
        <GenerationDetails generation={turn} />
      </Sheet>
    </div>
  )
}
