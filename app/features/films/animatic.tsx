import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { FilmDocument } from '#app/contract/films/film-document.ts'
import type { FilmPart } from '#app/contract/films/films.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import { resultsOf } from '#app/runs/files.ts'
import { GenerationActions } from '#app/runs/generation-actions.tsx'
import { Film } from '#app/runs/media.tsx'
import { Result } from '#app/runs/result.tsx'
import { generationQuery } from '#app/shell/data/generations.queries.ts'
import { isActive } from '#app/shell/data/run-state.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Sheet } from '#app/ui/overlays/dialog.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { type Edit, keepPart } from './edit-film.ts'
import { PartNote } from './part-note.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { filmKeys } from '#app/shell/data/film-keys.ts'

const GenerationDetails = lazyPart(
  async () => (await import('#app/runs/generation-details.tsx')).GenerationDetails,
  <div className="h-96" />,
)

type AnimaticProps = {
  filmId: string
  part: FilmPart
  film: Pick<FilmDocument, 'order' | 'shape'>
  edit: (change: Edit) => void
  /** Whether the video is shown elsewhere, so that this is the line below it. */
  bare?: boolean
}

/** The animatic or the finished film in any state: its progress, its video, or why it failed. */
export function Animatic({ filmId, part, film: { order, shape }, edit, bare = false }: AnimaticProps) {
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
  if (!generation && (part.run ?? part.take) !== null) return <Place shape={shape} bare={bare} />
  if (!generation) return part.error && <Failure detail={part.error.detail} />
  return (
    <section
      data-kind="video"
      data-status={generation.status}
      aria-label={part.part === 'film' ? t`Finished film` : t`Animatic`}
      className={bare ? '' : beside}
    >
      {!bare && <Result generation={generation} shownAt="(min-width: 40rem) 24rem, 100vw" />}
      <div className={bare ? 'flex flex-wrap items-center justify-between gap-x-4' : 'grid justify-items-start gap-2'}>
        {!isRunning && <State part={part} order={order} onKeep={() => edit(keepPart(part))} />}
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

/** The video, with what is said of it beside it or below. */
const beside = 'grid items-center gap-x-6 gap-y-3 sm:grid-cols-[minmax(16rem,24rem)_1fr]'

/** Keeps the place of a video that loads, so that nothing below it moves. */
function Place({ shape, bare }: { shape: FilmDocument['shape']; bare: boolean }) {
  if (bare) return <div className="h-11" />
  return (
    <div className={beside}>
      <div className="rounded-card bg-wash" style={{ aspectRatio: shape.replace(':', ' / ') }} />
    </div>
  )
}

function Failure({ detail }: { detail: string }) {
  return (
    <p role="status" className="rounded-control bg-danger-soft px-3.5 py-2.5">
      {detail} <Trans>No tokens were charged.</Trans>
    </p>
  )
}

/**
 * The run under way, otherwise what is made. The server renders none, and a part of the page that is hydrated late must begin with its HTML,
 * although another part has read the run by then.
 */
function useTake(part: FilmPart): Generation | undefined {
  const shown = part.run ?? part.take?.id
  const isHydrated = useHydrated()
  const { data } = useQuery({ ...generationQuery(shown ?? ''), enabled: shown !== undefined })
  return isHydrated ? data : undefined
}

/** The finished video, in the frame around it. */
export function AnimaticVideo({ part, autoPlay }: { part: FilmPart; autoPlay: boolean }) {
  const generation = useTake(part)
  const file = generation?.status === 'succeeded' ? resultsOf(generation.files)[0] : undefined
  return generation && file && <Film generation={generation} file={file} autoPlay={autoPlay} />
}

/** Whether the video shows the film as it is now, with the causes if not, and the shots for which nothing was made. */
function State({ part, order, onKeep }: { part: FilmPart; order: readonly string[]; onKeep: () => void }) {
  const { t } = useLingui()
  const { list } = useFormat()
  const { state, stand_ins } = part
  const isFilm = part.part === 'film'
  const numbers = (stand_ins ?? []).flatMap((shot) => (order.includes(shot) ? [order.indexOf(shot) + 1] : []))
  const [count, shots] = [numbers.length, list(numbers.map(String))]
  const all = order.length
  return (
    <div className="grid justify-items-start gap-1">
      {state === 'stale' ? (
        <div className="flex flex-wrap items-center gap-x-3">
          <PartNote part={part} />
          {isFilm && (
            <Button variant="ghost" size="sm" onClick={onKeep}>
              <Trans>Keep it</Trans>
            </Button>
          )}
        </div>
      ) : state === 'made' && isFilm ? (
        <p className="text-ink-soft">
          <Trans>The film is up to date.</Trans>
        </p>
      ) : (
        <p className="text-ink-soft">
          {/* Between the end of the run and the next answer about the film. */}
          {isFilm ? (
            <Trans>Finished film</Trans>
          ) : state === 'made' ? (
            <Trans>The animatic shows the film as it is now.</Trans>
          ) : (
            <Trans>Animatic</Trans>
          )}
        </p>
      )}
      {isFilm && count > 0 && (
        <p className="text-ink-soft">
          {t`Made of ${plural(all, { one: '# shot', other: '# shots' })}, ${plural(count, { one: '# of them a stand-in', other: '# of them stand-ins' })}: ${shots}`}
        </p>
      )}
    </div>
  )
}
