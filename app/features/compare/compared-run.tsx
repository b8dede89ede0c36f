import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Trophy } from 'lucide-react'
import { useState } from 'react'
import type { Generation } from '#app/contract/runs/generations.ts'
import { linkedPromptMaxLength } from '#app/contract/base/values.ts'
import { isActive } from '#app/shell/data/run-state.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { kindPaths } from '#app/shell/media/kinds.tsx'
import { GenerationActions } from '#app/runs/generation-actions.tsx'
import { Result } from '#app/runs/result.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { Sheet } from '#app/ui/overlays/dialog.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { useModelNames } from './use-model-names.ts'

const GenerationDetails = lazyPart(
  async () => (await import('#app/runs/generation-details.tsx')).GenerationDetails,
  <div className="h-96" />,
)

type ComparedRunProps = {
  generation: Generation
  /** The position in the comparison, from 1. */
  number: number
  /** Whether the model is not named yet. */
  isHidden: boolean
  isBest: boolean
  onChoose: (isBest: boolean) => void
  onChanged: () => void
}

/** One result of a comparison in any state, with the button that chooses it. */
export function ComparedRun({ generation, number, isHidden, isBest, onChoose, onChanged }: ComparedRunProps) {
  const { t } = useLingui()
  const { spent, duration } = useFormat()
  const nameOf = useModelNames()
  const navigate = useNavigate()
  const [details, setDetails] = useState(false)
  const { type, model, prompt, status, charged_milli: charged, started_at: from, finished_at: to } = generation
  const name = isHidden ? t`Result ${number}` : nameOf(model)
  const took = from && to ? Date.parse(to) - Date.parse(from) : null
  return (
    <section
      data-kind={type}
      data-status={status}
      aria-label={name}
      className={`flex animate-rise flex-col gap-3 rounded-card ${isBest ? 'outline-2 outline-offset-8 outline-kind' : ''}`}
    >
      <div className="flex min-h-11 items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 className="truncate text-base font-medium" title={name}>
            {name}
          </h2>
          {!isHidden && !isActive(generation) && (
            <p className="text-sm text-ink-soft">
              {spent(charged ?? 0)}
              {took !== null && ` · ${duration(took)}`}
            </p>
          )}
        </div>
        {status === 'succeeded' && (
          <Button
            variant={isBest ? 'primary' : 'secondary'}
            size="sm"
            aria-pressed={isBest}
            className="shrink-0"
            onClick={() => onChoose(!isBest)}
          >
            <Trophy aria-hidden className="size-4" strokeWidth={1.75} />
            <Trans context="the best of several results">Best</Trans>
          </Button>
        )}
      </div>
      <Result generation={generation} shownAt="(min-width: 80rem) 25vw, (min-width: 40rem) 50vw, 100vw" />
      {!isHidden && (
        <GenerationActions
          generation={generation}
          compact
          onReuse={() => void navigate({ to: kindPaths[type], search: { prompt: prompt.slice(0, linkedPromptMaxLength), model } })}
          onDetails={() => setDetails(true)}
          onStarted={onChanged}
          onRemoved={onChanged}
        />
      )}
      <Sheet open={details} onOpenChange={setDetails} title={<Trans>Details</Trans>}>
        <div data-kind={type}>
          <GenerationDetails generation={generation} />
        </div>
      </Sheet>
    </section>
  )
}
