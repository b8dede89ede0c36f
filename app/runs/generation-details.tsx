import { Trans, useLingui } from '@lingui/react/macro'
import { Check, ChevronDown, Copy, Download } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Generation, GenerationFile, OptionValues } from '#app/contract/runs/generations.ts'
import { milliOf } from '#app/contract/money/milli.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { useQueryData } from '#app/shell/data/query-data.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { useKindNames } from '#app/shell/media/kinds.tsx'
import { formatOf } from './files.ts'
import { InputSource } from './input-source.tsx'
import { optionApplies } from '#app/contract/runs/option-applies.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { copyText } from '#app/ui/controls/copy-text.ts'
import { useOptionText } from './option-text.ts'
import { useStatusNames } from './status-names.ts'
import { RunNote } from './run-note.tsx'
import { UnderstoodTerms } from './understood.tsx'

const FillDialog = lazyPart(async () => (await import('./recipes/fill-dialog.tsx')).FillDialog)
const SampleButton = lazyPart(async () => (await import('./recipes/sample-button.tsx')).SampleButton)
const TranscriptDownloads = lazyPart(
  async () => (await import('./transcript-view.tsx')).TranscriptDownloads,
  <div className="h-9 pointer-coarse:h-11" />,
)

/** Everything known about a generation: request, process, results, cost. */
export function GenerationDetails({ generation, file: chosen }: { generation: Generation; file?: GenerationFile | undefined }) {
  const { t } = useLingui()
  const { dateTime, duration, bytes } = useFormat()
  const models = useQueryData(modelsQuery())
  const statusNames = useStatusNames()
  const kindNames = useKindNames()
  const optionText = useOptionText()
  const model = models?.find(({ id }) => id === generation.model)
  const file = chosen ?? generation.files[0]
  const took =
    generation.started_at && generation.finished_at
      ? new Date(generation.finished_at).getTime() - new Date(generation.started_at).getTime()
      : null

  const facts: Fact[] = [[t`Model`, model?.name ?? generation.model]]
  if (file?.width && file.height) facts.push([t`Dimensions`, `${file.width} × ${file.height}`])
  if (file?.duration_ms) facts.push([t`Length`, duration(file.duration_ms)])
  if (took !== null) facts.push([t`Time taken`, duration(took)])
  const others: Fact[] = [
    [t`Media type`, kindNames[generation.type]],
    ...inOrderOf(model, generation.options).flatMap(([name, value]): Fact[] => {
      const schema = model?.options.properties[name]
      if (value === '' || (schema && !optionApplies(schema, generation.options))) return []
      const words = optionText(schema, value)
      return [[schema?.title ?? name, name === 'seed' ? <Copied key="seed" text={words} label={t`Copy seed`} /> : words]]
    }),
    [t`Status`, statusNames[generation.status]],
    [
      t`Started`,
      <time key="started" dateTime={generation.created_at}>
        {dateTime(generation.created_at)}
      </time>,
    ],
  ]
  const { recipe } = generation
  if (recipe) facts.push([t`From a recipe`, <RecipeOf key="recipe" recipe={recipe} generation={generation} />])
  if (file) others.push([t`File`, `${formatOf(file)} · ${bytes(file.bytes)}`])

  return (
    <div className="grid gap-6">
      {generation.prompt !== '' && (
        <section>
          <h3 className="mb-1.5 text-sm font-medium tracking-normal text-ink-soft">
            {generation.film ? <Trans>Title</Trans> : <Trans>Prompt</Trans>}
          </h3>
          <p className="max-h-64 overflow-y-auto wrap-anywhere whitespace-pre-line">{generation.prompt}</p>
          {generation.note && <RunNote note={generation.note} className="mt-2.5" />}
          {generation.understood && <UnderstoodTerms kind={generation.type} understood={generation.understood} className="mt-2.5" />}
        </section>
      )}
      {generation.inputs.length > 0 && (
        <section>
          <h3 className="mb-1.5 text-sm font-medium tracking-normal text-ink-soft">
            <Trans>Made from</Trans>
          </h3>
          <ul className="grid gap-2">
            {generation.inputs.map((input, index) => (
              <li key={index}>
                <InputSource input={input} roleName={generation.transcript ? null : undefined} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Facts facts={facts} />
      <Receipt generation={generation} />
      {generation.files.length > 1 && <Files files={generation.files} />}
      {generation.type === 'video' && generation.transcript && (
        <section>
          <h3 className="mb-1.5 text-sm font-medium tracking-normal text-ink-soft">
            <Trans>Subtitles</Trans>
          </h3>
          <TranscriptDownloads generation={generation} />
        </section>
      )}
      <details className="group -mt-3">
        <summary className="-ml-2 inline-flex min-h-11 list-none items-center gap-1.5 rounded-control px-2 text-ink-soft transition-colors hover:text-ink">
          <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" strokeWidth={1.75} />
          <Trans>All options</Trans>
        </summary>
        <Facts facts={others} />
      </details>
    </div>
  )
}

type RecipeOfProps = { recipe: NonNullable<Generation['recipe']>; generation: Generation }

/** Names the recipe of a result and its author, and reopens its form as it was filled in. */
function RecipeOf({ recipe: { id, name, author, again, values }, generation }: RecipeOfProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <>
      {name}
      {author !== null && (
        <span className="block text-sm text-ink-soft">
          <Trans>Recipe by {author}</Trans>
        </span>
      )}
      {again !== null && (
        <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)} className="mt-1.5">
          <Trans context="recipe">Fill in again</Trans>
        </Button>
      )}
      {again === id && <SampleButton generation={generation} />}
      {again !== null && open && (
        <FillDialog
          recipe={again}
          title={name || t`From a recipe`}
          start={{ values, options: generation.options }}
          open
          onOpenChange={setOpen}
        />
      )}
    </>
  )
}

type Fact = [name: string, value: ReactNode]

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[fit-content(50%)_1fr] gap-x-6 border-t border-line">
      {facts.map(([name, value], index) => (
        <div key={index} className="col-span-2 grid grid-cols-subgrid border-b border-line py-2">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="tabular min-w-0 text-right wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Files of a work that has several, each with its own download. */
function Files({ files }: { files: readonly GenerationFile[] }) {
  const { t } = useLingui()
  const { bytes } = useFormat()
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-medium tracking-normal text-ink-soft">
        <Trans>Files</Trans>
      </h3>
      <ul className="border-t border-line">
        {files.map((file, index) => {
          const place = index + 1
          const size = file.width && file.height ? `${file.width} × ${file.height} · ` : ''
          return (
            <li key={file.id} className="flex items-center justify-between gap-3 border-b border-line">
              <span className="tabular min-w-0">
                {place}. {formatOf(file)} <span className="text-ink-soft">· {size + bytes(file.bytes)}</span>
              </span>
              <a
                href={`${file.url}&download=1`}
                download
                aria-label={t`Download file ${place}`}
                title={t`Download`}
                className="-mr-3 grid size-11 shrink-0 place-items-center rounded-control transition-colors hover:bg-ink/7"
              >
                <Download aria-hidden className="size-4.5" strokeWidth={1.75} />
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** A text with a copy button. */
function Copied({ text, label }: { text: string; label: string }) {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), 2_000)
    return () => clearTimeout(timer)
  }, [done])
  async function copy() {
    try {
      await copyText(text)
      setDone(true)
    } catch {
      // The text can be selected.
    }
  }
  const Icon = done ? Check : Copy
  return (
    <button
      type="button"
      aria-label={`${label}: ${text}`}
      title={label}
      onClick={() => void copy()}
      className="-my-2 -mr-2 inline-flex min-h-9 items-center gap-2 rounded-control px-2 transition-colors hover:bg-ink/7 pointer-coarse:min-h-11"
    >
      {text}
      <Icon aria-hidden className={`size-4 ${done ? 'text-ok' : 'text-ink-soft'}`} strokeWidth={1.75} />
    </button>
  )
}

/** Returns the options in the order of the form. */
function inOrderOf(model: Model | undefined, options: OptionValues): [string, OptionValues[string]][] {
  const names = Object.keys(model?.options.properties ?? {})
  return Object.entries(options).toSorted(([a], [b]) => names.indexOf(a) - names.indexOf(b))
}

/** The run's tokens: held at the start, settled or released at the end. */
function Receipt({ generation }: { generation: Generation }) {
  const { t } = useLingui()
  const { exactTokens, dateTime } = useFormat()
  const standin = useStandinName(generation)
  const words = { hold: t`Reserved`, settle: t`Paid`, release: t`Returned` }
  const canceled = generation.charged_milli ? t`stopped early` : t`you canceled`
  const why = generation.status === 'failed' ? t`it failed` : generation.status === 'canceled' ? canceled : t`not needed`
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-medium tracking-normal text-ink-soft">
        <Trans>Receipt</Trans>
      </h3>
      <ol className="grid grid-cols-[auto_1fr_auto] gap-x-3 rounded-card bg-wash px-4 py-2">
        {generation.receipt.map((line, index) => (
          <li key={index} className="col-span-3 grid grid-cols-subgrid items-baseline py-1.5">
            <span>{milliOf(line) === 0 ? t`Free result` : words[line.kind]}</span>
            <span className="min-w-0 text-sm text-ink-soft">
              <time dateTime={line.at}>{dateTime(line.at)}</time>
              {(line.kind === 'release' || line.reason === 'stopped_early') && <> · {why}</>}
            </span>
            <span className="tabular text-right font-medium">{exactTokens(milliOf(line))}</span>
          </li>
        ))}
      </ol>
      {standin && (
        <p className="mt-2 text-sm text-ink-soft">
          <Trans>The chosen model didn’t respond, so {standin} was used instead. It didn’t cost more than was reserved.</Trans>
        </p>
      )}
    </section>
  )
}

/** The fallback model that was used, as named in the receipt. */
function useStandinName({ receipt }: Generation): string | null {
  const models = useQueryData(modelsQuery())
  const id = receipt.flatMap(({ reason }) => (reason?.startsWith(madeBy) ? [reason.slice(madeBy.length)] : []))[0]
  return id === undefined ? null : (models?.find((model) => model.id === id)?.name ?? id)
}
const madeBy = 'made_by '
