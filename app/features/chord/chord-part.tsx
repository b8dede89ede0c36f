import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ChordPart } from '#app/contract/runs/chords.ts'
import { linkedPromptMaxLength } from '#app/contract/base/values.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import { KindIcon, kindPaths } from '#app/shell/media/kinds.tsx'
import { GenerationActions } from '#app/runs/generation-actions.tsx'
import { Result } from '#app/runs/result.tsx'
import { Sheet } from '#app/ui/overlays/dialog.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'

const GenerationDetails = lazyPart(
  async () => (await import('#app/runs/generation-details.tsx')).GenerationDetails,
  <div className="h-96" />,
)

export function usePartNames(): Record<ChordPart, string> {
  const { t } = useLingui()
  return { video: t`Video`, image: t`Image`, speech: t`Narration`, music: t`Music`, text: t`Text` }
}

type ChordPartViewProps = { generation: Generation; part: ChordPart; onStarted: () => void; className?: string }

/** One part of a chord in any state, with its own actions and receipt. */
export function ChordPartView({ generation, part, onStarted, className = '' }: ChordPartViewProps) {
  const names = usePartNames()
  const navigate = useNavigate()
  const [details, setDetails] = useState(false)
  const { type, prompt, status } = generation
  return (
    <section
      data-kind={type}
      data-part={part}
      data-status={status}
      aria-label={names[part]}
      className={`flex min-w-0 animate-rise flex-col gap-2 ${className}`}
    >
      <Result generation={generation} />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="flex items-center gap-2 text-base font-medium">
          <KindIcon kind={type} />
          {names[part]}
        </h2>
        <GenerationActions
          generation={generation}
          compact
          onReuse={() => void navigate({ to: kindPaths[type], search: { prompt: prompt.slice(0, linkedPromptMaxLength) } })}
          onDetails={() => setDetails(true)}
          onStarted={onStarted}
          onRemoved={onStarted}
        />
      </div>
      <Sheet open={details} onOpenChange={setDetails} title={<Trans>Details</Trans>}>
        <div data-kind={type}>
          <GenerationDetails generation={generation} />
        </div>
      </Sheet>
    </section>
  )
}
