import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { FilmPart } from '#app/contract/films/films.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import { resultsOf } from '#app/runs/files.ts'
import { GenerationActions } from '#app/runs/generation-actions.tsx'
import { Film } from '#app/runs/media.tsx'
import { Result } from '#app/runs/result.tsx'
import { generationQuery } from '#app/shell/data/generations.queries.ts'
import { isActive } from '#app/shell/data/run-state.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Sheet } from '#app/ui/dialog.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { filmKeys } from '#app/shell/data/film-keys.ts'

const GenerationDetails = lazyPart(
  async () => (await import('#app/runs/generation-details.tsx')).GenerationDetails,
  <div className="h-96" />,
)

type AnimaticProps = {
  filmId: string
  part: FilmPart
  /** Whether the video is shown elsewhere, so that this is the line below it. */
  bare?: boolean
}

/** The animatic of a film in any state: its progress, its video, or why it failed. */
export function Animatic({ filmId, part, bare = false }: AnimaticProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const generation = useTake(part)
  const [details, setDetails] = useState(false)
  const isRunning = generation !== undefined && isActive(generation)
  const reload = () => void queryClient.invalidateQueries({ queryKey: filmKeys.detail(filmId) })
  const hasEnded = part.run !== null && generation !== undefined && !isRunning
  useEffect(() => {
    // Its run has ended: the film knows the take.
    if (hasEnded) void queryClient.invalidateQueries({ queryKey: filmKeys.detail(filmId) })
  }, [hasEnded, queryClient, filmId])
  if (!generation) return part.error && <Failure detail={part.error.detail} />
  return (
    <section
      data-kind="video"
      data-status={generation.status}
      aria-label={t`Animatic`}
      className={bare ? '' : 'grid items-center gap-x-6 gap-y-3 sm:grid-cols-[minmax(16rem,24rem)_1fr]'}
    >
      {!bare && <Result generation={generation} shownAt="(min-width: 40rem) 24rem, 100vw" />}
      <div className={bare ? 'flex flex-wrap items-center justify-between gap-x-4' : 'grid justify-items-start gap-2'}>
        {!isRunning && <State part={part} />}
        {!isRunning && (
          <div className={bare ? '' : '-ml-2'}>
            <GenerationActions
              generation={generation}
              compact
              onReuse={() => undefined}
              onDetails={() => setDetails(true)}
              onStarted={reload}
              onRemoved={reload}
            />
          </div>
        )}
      </div>
      <Sheet open={details} onOpenChange={setDetails} title={<Trans>Details</Trans>}>
        <GenerationDetails generation={generation} />
      </Sheet>
    </section>
  )
}

function Failure({ detail }: { detail: string }) {
  return (
    <p role="status" className="rounded-control bg-danger-soft px-3.5 py-2.5">
      {detail} <Trans>No tokens were charged.</Trans>
    </p>
  )
}

/** The run under way, otherwise what is made. */
function useTake(part: FilmPart): Generation | undefined {
  const shown = part.run ?? part.take?.id
  return useQuery({ ...generationQuery(shown ?? ''), enabled: shown !== undefined }).data
}

/** The finished video, in the frame around it. */
export function AnimaticVideo({ part, autoPlay }: { part: FilmPart; autoPlay: boolean }) {
  const generation = useTake(part)
  const file = generation?.status === 'succeeded' ? resultsOf(generation.files)[0] : undefined
  return generation && file && <Film generation={generation} file={file} autoPlay={autoPlay} />
}

/** Whether the video shows the film as it is now, with the causes if not. */
function State({ part: { state, causes } }: { part: FilmPart }) {
  const { list } = useFormat()
  const names = useCauseNames()
  const changed = list(causes.map((cause) => names[cause]))
  if (state === 'stale')
    return (
      <p className="flex items-center gap-1.5 text-warn">
        <CircleAlert aria-hidden className="size-4.5 shrink-0" strokeWidth={1.75} />
        <Trans>Out of date: {changed} changed</Trans>
      </p>
    )
  return (
    <p className="text-ink-soft">{state === 'made' ? <Trans>The animatic shows the film as it is now.</Trans> : <Trans>Animatic</Trans>}</p>
  )
}

function useCauseNames(): Record<FilmPart['causes'][number], string> {
  const { t } = useLingui()
  return {
    title: t({ message: 'title', context: 'changed in a film' }),
    language: t({ message: 'language', context: 'changed in a film' }),
    shape: t({ message: 'shape', context: 'changed in a film' }),
    resolution: t({ message: 'resolution', context: 'changed in a film' }),
    look: t({ message: 'look', context: 'changed in a film' }),
    music: t({ message: 'music', context: 'changed in a film' }),
    captions: t({ message: 'captions', context: 'changed in a film' }),
    voices: t({ message: 'voices', context: 'changed in a film' }),
    people: t({ message: 'people', context: 'changed in a film' }),
    shots: t({ message: 'shots', context: 'changed in a film' }),
    order: t({ message: 'order', context: 'changed in a film' }),
    place: t({ message: 'place', context: 'changed in a film' }),
    light: t({ message: 'light', context: 'changed in a film' }),
    text: t({ message: 'text', context: 'changed in a film' }),
    framing: t({ message: 'framing', context: 'changed in a film' }),
    camera: t({ message: 'camera', context: 'changed in a film' }),
    words: t({ message: 'words', context: 'changed in a film' }),
    length: t({ message: 'length', context: 'changed in a film' }),
    transition: t({ message: 'transitions', context: 'changed in a film' }),
    prompt: t({ message: 'prompt', context: 'changed in a film' }),
    model: t({ message: 'model', context: 'changed in a film' }),
    options: t({ message: 'options', context: 'changed in a film' }),
    picture: t({ message: 'pictures', context: 'changed in a film' }),
    video: t({ message: 'videos', context: 'changed in a film' }),
    recording: t({ message: 'recordings', context: 'changed in a film' }),
  }
}
