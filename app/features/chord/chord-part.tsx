import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ChordPart } from '#app/contract/chords.ts'
import { linkedPromptMaxLength } from '#app/contract/values.ts'
import type { Generation } from '#app/contract/generations.ts'
import { isActive } from '#app/shell/data/run-state.ts'
import { KindIcon, kindPaths } from '#app/shell/media/kinds.tsx'
import { resultsOf } from '#app/shell/work/files.ts'
import { GenerationActions } from '#app/shell/work/generation-actions.tsx'
import { Film, Picture, Prose, Sound } from '#app/shell/work/media.tsx'
import { Painting } from '#app/shell/work/painting.tsx'
import { ratioOf } from '#app/shell/work/shape.ts'
import { Outcome, Progress } from '#app/shell/work/status.tsx'
import { Sheet } from '#app/ui/dialog.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'

const GenerationDetails = lazyPart(
  async () => (await import('#app/shell/work/generation-details.tsx')).GenerationDetails,
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
      <Body generation={generation} />
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

function Body({ generation }: { generation: Generation }) {
  const { type, status, text } = generation
  const file = resultsOf(generation.files)[0]
  const isPicture = type === 'image' || type === 'video'
  if (isActive(generation)) {
    if (isPicture)
      return (
        <Frame>
          <Painting generation={generation} />
          <Progress generation={generation} className="absolute inset-x-3 bottom-3 rounded-control bg-surface/90 px-4 py-3" bare />
        </Frame>
      )
    return (
      <Card>
        <Progress generation={generation} />
        {text && (
          <div className="mt-4">
            <Prose text={text} writing />
          </div>
        )}
      </Card>
    )
  }
  if (status !== 'succeeded') return <Outcome generation={generation} />
  if (type === 'text')
    return (
      <Card>
        <Prose text={text ?? ''} />
      </Card>
    )
  if (!file) return null
  if (type === 'audio')
    return (
      <Card tinted>
        <Sound generation={generation} file={file} large />
      </Card>
    )
  return (
    <Frame ratio={ratioOf(file)}>
      {type === 'image' ? (
        <Picture generation={generation} file={file} shownAt="(min-width: 64rem) 38rem, 100vw" />
      ) : (
        <Film generation={generation} file={file} />
      )}
    </Frame>
  )
}

function Frame({ ratio = 16 / 9, children }: { ratio?: number; children: ReactNode }) {
  return (
    <div className="relative w-full overflow-hidden rounded-card bg-wash" style={{ aspectRatio: String(ratio) }}>
      {children}
    </div>
  )
}

function Card({ tinted = false, children }: { tinted?: boolean; children: ReactNode }) {
  return (
    <div
      className={`min-h-31 flex-1 rounded-card border border-line p-5 sm:p-6 ${tinted ? 'bg-linear-to-br from-kind-soft to-surface' : 'bg-surface'}`}
    >
      {children}
    </div>
  )
}
