import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FilmPart } from '#app/contract/films/films.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import { CancelButton } from '#app/runs/cancel-button.tsx'
import { Progress } from '#app/runs/status.tsx'
import { SpendButton } from '#app/runs/spend-button.tsx'
import { useGenerationActions } from '#app/runs/use-generation-actions.ts'
import { generationQuery } from '#app/shell/data/generations.queries.ts'
import { useMaintenance } from '#app/shell/data/notices.queries.ts'
import { isActive } from '#app/shell/data/run-state.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { keepPart, type ModelKind } from './edit-film.ts'
import { filmPartsQuoteQuery } from './films.queries.ts'
import { MakeProblem } from './make-problem.tsx'
import { useExclusionNames, useWishNames } from './part-names.ts'
import { PartNote } from './part-note.tsx'
import { TakeStrip } from './take-strip.tsx'
import type { FilmState } from './use-film.ts'
import { useMake } from './use-make.ts'

type PartMakerProps = {
  id: string
  state: FilmState
  kind: ModelKind
  part: FilmPart
  /** The choices of its model, above the button. */
  children?: ReactNode
}

/** How a part is made: its takes, its state, its choices, and one button with the price. */
export function PartMaker({ id, state, kind, part, children }: PartMakerProps) {
  const { edit } = state
  return (
    <>
      <TakeStrip id={id} kind={kind} part={part} edit={edit} />
      {part.run === null ? (
        <>
          <State part={part} onKeep={() => edit(keepPart(part))} />
          {children}
          <MakePart id={id} state={state} kind={kind} part={part} />
        </>
      ) : (
        <Running run={part.run} />
      )}
    </>
  )
}

/** Names the causes of a part that is not up to date, with the button that keeps it. */
function State({ part, onKeep }: { part: FilmPart; onKeep: () => void }) {
  if (part.state !== 'stale' && part.state !== 'failed') return null
  return (
    <div role="status" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <PartNote part={part} />
        {part.state === 'failed' && (
          <p className="pl-4 text-sm text-ink-soft">
            <Trans>No tokens were charged.</Trans>
          </p>
        )}
      </div>
      {part.state === 'stale' && (
        <Button variant="ghost" size="sm" onClick={onKeep} className="-mr-2">
          <Trans>Keep it</Trans>
        </Button>
      )}
    </div>
  )
}

function Running({ run }: { run: string }) {
  const { data } = useQuery(generationQuery(run))
  return data && isActive(data) ? <Progressing generation={data} /> : <div className="h-14" />
}

function Progressing({ generation }: { generation: Generation }) {
  const actions = useGenerationActions(generation)
  return (
    <div className="grid gap-1">
      <Progress generation={generation} />
      <div className="-ml-2">
        <CancelButton generation={generation} actions={actions} />
      </div>
    </div>
  )
}

type MakePartProps = Omit<PartMakerProps, 'children'>

/** One button with its price, and what the model does not honour. */
function MakePart({ id, state, kind, part }: MakePartProps) {
  const { t } = useLingui()
  const { list, date } = useFormat()
  const wishes = useWishNames()
  const reasons = useExclusionNames()
  const closed = useMaintenance()?.may_run === false
  const { data: quote, error, refetch } = useQuery(filmPartsQuoteQuery(state.stored, { parts: [part.part] }))
  const { make, busy, failure } = useMake(id, state)
  const row = quote?.parts.find((one) => one.part === part.part)
  const price = quote && row && !row.excluded ? { tokens: quote.price, milli: quote.price_milli, atMost: false } : null
  const kept = list((row?.not_honoured ?? []).map((wish) => wishes[wish]))
  const end = row?.ends_at && date(row.ends_at)
  const first: Record<ModelKind, string> = {
    still: t`Create the image`,
    clip: t`Make the video`,
    line: t`Record the line`,
    music: t`Create the music`,
  }
  if (row?.excluded) return <p className="text-sm text-ink-soft">{reasons[row.excluded]}</p>
  return (
    <div className="grid justify-items-start gap-2">
      {(kept || end) && (
        <p className="text-sm text-ink-soft">
          {kept && t`Not honored: ${kept}`} {end && <span className="text-warn">{t`This model ends on ${end}.`}</span>}
        </p>
      )}
      <SpendButton
        asked={{ price, problem: error ? 'failed' : null, ask: () => void refetch() }}
        busy={busy}
        disabled={closed}
        onSpend={(maxPrice) => void make({ parts: [part.part] }, maxPrice)}
        className="max-sm:w-full"
      >
        {part.takes > 0 ? t`Another take` : first[kind]}
      </SpendButton>
      <MakeProblem missing={Math.max(quote?.missing ?? 0, failure?.missing ?? 0)} failure={failure} />
    </div>
  )
}
