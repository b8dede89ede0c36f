import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { FilmPart } from '#app/contract/films/films.ts'
import { expand } from '#app/contract/films/expand.ts'
import type { FilmDocument } from '#app/contract/films/film-document.ts'
import { type FilmWish, filmLimits } from '#app/contract/films/film-values.ts'
import { CancelButton } from '#app/runs/cancel-button.tsx'
import { ModelPicker } from '#app/runs/models/model-picker.tsx'
import { OptionFields } from '#app/runs/options/option-fields.tsx'
import { fitOptions, setOption } from '#app/runs/options/option-values.ts'
import { Progress } from '#app/runs/status.tsx'
import { SpendButton } from '#app/runs/spend-button.tsx'
import { useGenerationActions } from '#app/runs/use-generation-actions.ts'
import { generationQuery } from '#app/shell/data/generations.queries.ts'
import { useMaintenance } from '#app/shell/data/notices.queries.ts'
import { isActive } from '#app/shell/data/run-state.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { changeShot, changeUsualModel, keepPart, type ShotPart } from './edit-film.ts'
import { filmPartsQuoteQuery } from './films.queries.ts'
import { MakeProblem } from './make-problem.tsx'
import { modelsFor } from './models-for.ts'
import { useExclusionNames, useWishNames } from './part-names.ts'
import { PartNote } from './part-note.tsx'
import { TakeStrip } from './take-strip.tsx'
import type { FilmState } from './use-film.ts'
import { useMake } from './use-make.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { useModels } from '#app/shell/data/generations.queries.ts'

type PartMakerProps = { id: string; state: FilmState; shot: string; kind: ShotPart; part: FilmPart }

/** How the picture or the video of a shot is made: its takes, its model with options, its prompt, and one button with the price. */
export function PartMaker({ id, state, shot, kind, part }: PartMakerProps) {
  const { edit } = state
  return (
    <section className="grid gap-4 border-t border-line pt-5">
      <TakeStrip id={id} part={part} edit={edit} />
      {part.run === null ? (
        <>
          <State part={part} onKeep={() => edit(keepPart(part))} />
          <Choices state={state} shot={shot} kind={kind} part={part} />
          <MakePart id={id} state={state} kind={kind} part={part} />
        </>
      ) : (
        <Running run={part.run} />
      )}
    </section>
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

type ChoicesProps = Omit<PartMakerProps, 'id'>

/** The model, its options and the prompt, behind one line that names the model. */
function Choices({ state: { film, stored, edit }, shot, kind, part }: ChoicesProps) {
  const { t } = useLingui()
  const models = modelsFor(useModels(), kind)
  const { data: quote } = useQuery(filmPartsQuoteQuery(stored, { parts: [part.part] }))
  const own = film.shots[shot]?.[kind] ?? null
  const chosen = own?.model ?? film.models[kind]?.model ?? quote?.parts.find((one) => one.part === part.part)?.model
  const value = models.find((model) => model.id === chosen) ?? models[0]
  if (!value)
    return (
      <p className="text-ink-soft">
        <Trans>No model of this server can make it.</Trans>
      </p>
    )
  const row = quote?.parts.find((one) => one.part === part.part)
  const assembled = assembledPrompt(film, { shot, kind, honours: row?.honours ?? [], most: value.prompt.max_length })
  const before = own ?? { model: null, options: {}, prompt: null }
  const put = (change: Partial<typeof before>) => edit(changeShot(shot, { [kind]: { ...before, ...change } }))
  const options = { ...film.models[kind]?.options, ...before.options }
  return (
    <Folded title={t`Model: ${value.name}`}>
      <div data-kind={value.type} className="grid gap-5">
        <ModelPicker models={models} value={value} error={undefined} onValueChange={(model) => put({ model, options: {} })} />
        <OptionFields
          kind={value.type}
          schema={value.options}
          values={fitOptions(value.options, options)}
          onChange={(name, option) => put({ model: value.id, options: setOption(before.options, name, option) })}
          errors={undefined}
        />
        {own && (own.model !== null || Object.keys(own.options).length > 0) && (
          <div className="-mx-2 flex flex-wrap">
            <Button variant="ghost" size="sm" onClick={() => edit(changeUsualModel(shot, kind, { model: value.id, options }))}>
              <Trans>Use it for all shots</Trans>
            </Button>
            <Button variant="ghost" size="sm" onClick={() => put({ model: null, options: {} })}>
              <Trans>Back to the film’s model</Trans>
            </Button>
          </div>
        )}
        <Prompt text={own?.prompt ?? null} assembled={assembled} onChange={(prompt) => put({ prompt })} />
      </div>
    </Folded>
  )
}

type AssembledOptions = { shot: string; kind: ShotPart; honours: readonly FilmWish[]; most: number }

/** The prompt without one of the person's own, as the server assembles it for this model. */
function assembledPrompt(film: FilmDocument, { shot: id, kind, honours, most }: AssembledOptions): string {
  const shot = film.shots[id]
  const options = { hasPicture: honours.includes('picture'), hasStyle: honours.includes('style'), most: Math.min(most, filmLimits.prompt) }
  return shot ? expand(film, { ...shot, [kind]: null }, kind, options).prompt : ''
}

function Folded({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="-mx-2 flex min-h-11 w-[calc(100%+1rem)] items-center justify-between gap-3 rounded-control px-2 text-left font-medium transition-colors hover:bg-ink/5"
      >
        <span className="min-w-0 wrap-anywhere">{title}</span>
        <ChevronDown aria-hidden className={`size-5 shrink-0 transition-transform ${isOpen ? 'rotate-180' : ''}`} strokeWidth={1.75} />
      </button>
      <div id={id} hidden={!isOpen} className="pt-3">
        {isOpen && children}
      </div>
    </div>
  )
}

/** The prompt as it is assembled from the shot; typing replaces it until it is given back. */
function Prompt({ text, assembled, onChange }: { text: string | null; assembled: string; onChange: (text: string | null) => void }) {
  return (
    <div className="grid justify-items-start gap-1">
      <div className="w-full">
        <TextArea
          label={<Trans>Prompt</Trans>}
          hint={
            text === null ? (
              <Trans>Assembled from the shot. Type to replace it.</Trans>
            ) : (
              <Trans>Yours: changes of the shot don’t change it.</Trans>
            )
          }
          autosize
          rows={3}
          maxLength={filmLimits.prompt}
          value={text ?? assembled}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        />
      </div>
      {text !== null && (
        <Button variant="ghost" size="sm" onClick={() => onChange(null)} className="-ml-2">
          <Trans>Back to automatic</Trans>
        </Button>
      )}
    </div>
  )
}

type MakePartProps = Pick<PartMakerProps, 'id' | 'state' | 'kind' | 'part'>

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
  const labels = {
    still: [t`Create the image`, t`Another take`],
    clip: [t`Make the video`, t`Another take`],
  }[kind]
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
        {labels[part.takes > 0 ? 1 : 0]}
      </SpendButton>
      <MakeProblem missing={Math.max(quote?.missing ?? 0, failure?.missing ?? 0)} failure={failure} />
    </div>
  )
}
