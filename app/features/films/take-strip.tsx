import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { FilmPart } from '#app/contract/films/films.ts'
import { generationQuery } from '#app/shell/data/generations.queries.ts'
import { resultsOf } from '#app/runs/files.ts'
import { Film, Picture, Sound } from '#app/runs/media.tsx'
import { ratioOf } from '#app/runs/stills.ts'
import { IconButton } from '#app/ui/controls/button.tsx'
import { chooseTake, type Edit, type ModelKind } from './edit-film.ts'
import { filmTakesQuery } from './films.queries.ts'

type TakeStripProps = { id: string; kind: ModelKind; part: FilmPart; edit: (change: Edit) => void }

/** The take that the film shows, and the way to the others, which costs nothing. */
export function TakeStrip({ id, kind, part, edit }: TakeStripProps) {
  const { t } = useLingui()
  const { data } = useQuery({ ...filmTakesQuery(id, part), enabled: part.takes > 1, placeholderData: keepPreviousData })
  const takes = (data?.items ?? []).filter(({ status }) => status === 'succeeded').toReversed()
  if (!part.take) return null
  const at = takes.findIndex((take) => take.id === part.take?.id)
  const [number, count] = [at + 1, takes.length]
  const choose = (index: number) => {
    const take = takes[index]
    if (take) edit(chooseTake(part.part, take.id))
  }
  return (
    <div className="grid gap-1">
      <Take id={part.take.id} isHeard={kind === 'line' || kind === 'music'} />
      {at !== -1 && count > 1 && (
        <div className="-mx-2 flex items-center justify-between">
          <IconButton label={t`Earlier take`} disabled={at === 0} onClick={() => choose(at - 1)}>
            <ChevronLeft aria-hidden strokeWidth={1.75} />
          </IconButton>
          <p aria-live="polite" className="text-sm">
            <Trans>
              Take {number} of {count}
            </Trans>
          </p>
          <IconButton label={t`Later take`} disabled={number === count} onClick={() => choose(at + 1)}>
            <ChevronRight aria-hidden strokeWidth={1.75} />
          </IconButton>
        </div>
      )}
    </div>
  )
}

function Take({ id, isHeard }: { id: string; isHeard: boolean }) {
  const { data: generation } = useQuery({ ...generationQuery(id), placeholderData: keepPreviousData })
  const file = generation?.status === 'succeeded' ? resultsOf(generation.files)[0] : undefined
  if (!generation || !file) return <div className={`rounded-card bg-wash ${isHeard ? 'h-26 pointer-coarse:h-28' : 'aspect-video'}`} />
  if (generation.type === 'audio') return <Sound generation={generation} file={file} />
  return (
    <div key={generation.id} className="relative overflow-hidden rounded-card bg-wash" style={{ aspectRatio: String(ratioOf(file)) }}>
      {generation.type === 'video' ? (
        <Film generation={generation} file={file} />
      ) : (
        <Picture generation={generation} file={file} shownAt="(min-width: 64rem) 22rem, 100vw" />
      )}
    </div>
  )
}
