import { Trans } from '@lingui/react/macro'
import { ChevronsUpDown } from 'lucide-react'
import { memo, useId, useState } from 'react'
import type { Model } from '#app/contract/models.ts'
import { Sheet } from '#app/ui/dialog.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { useMediaQuery } from '#app/ui/media-query.ts'
import { useChosenBefore } from '#app/ui/use-chosen-before.ts'
import { ModelFacts, TakesIcons } from './model-facts.tsx'

// The list and what it floats in come under the pointer, or are fetched ahead: no page needs them to be seen.
const loadChooser = () => import('./model-chooser.tsx')
const loadPopover = () => import('./model-popover.tsx')
const ModelChooser = lazyPart(async () => (await loadChooser()).default, <div className="h-96" />)
const ModelPopover = lazyPart(async () => (await loadPopover()).ModelPopover)

type ModelPickerProps = { models: readonly Model[]; value: Model; onValueChange: (id: string) => void; error: string | undefined }

/** As many as can be seen at a glance. */
const inSight = 3

/** One of several models. One that cannot run says why, and can be looked at but not used. */
export const ModelPicker = memo(function ModelPicker(props: ModelPickerProps) {
  return (
    <div className="grid gap-1.5">
      {props.models.length <= inSight ? <ModelList {...props} /> : <ModelButton {...props} />}
      {props.error && (
        <p role="alert" className="text-sm text-danger">
          {props.error}
        </p>
      )}
    </div>
  )
})

function ModelList({ models, value, onValueChange }: ModelPickerProps) {
  const name = useId()
  const field = useChosenBefore(value.id, onValueChange)
  return (
    <fieldset ref={field} className="min-w-0">
      <legend className="mb-1.5 font-medium">
        <Trans>Model</Trans>
      </legend>
      <div className="grid gap-1.5">
        {models.map((model) => (
          <label
            key={model.id}
            className="relative grid min-h-11 grid-cols-[auto_1fr_auto] items-baseline gap-x-3 rounded-control border border-line px-3.5 py-2.5 transition-colors hover:border-edge has-checked:border-kind has-checked:bg-kind-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-kind"
          >
            <input
              type="radio"
              name={name}
              value={model.id}
              checked={model.id === value.id}
              onChange={() => onValueChange(model.id)}
              className="size-4 translate-y-0.5 cursor-pointer appearance-none rounded-full border-[1.5px] border-edge outline-none checked:border-5 checked:border-kind"
            />
            <span className={model.available ? 'font-medium' : 'font-medium text-ink-soft'}>{model.name}</span>
            <TakesIcons model={model} />
            <span className="col-start-2 col-end-4 text-sm text-ink-soft">
              {model.available ? model.description : (model.unavailable_reason ?? <Trans>Not available now.</Trans>)}
            </span>
            {model.available && model.id === value.id && (
              <span className="col-start-2 col-end-4 mt-0.5">
                <ModelFacts model={model} />
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The chosen one, and behind it all of them with a search: beside it on a desktop, from the bottom on a phone. */
function ModelButton({ models, value, onValueChange }: ModelPickerProps) {
  const wide = useMediaQuery('(min-width: 64rem)')
  const [at, setAt] = useState<HTMLElement | null>(null)
  const [used, setUsed] = useState(false)
  if (at && !used) setUsed(true)
  const load = () => void (wide ? loadPopover() : loadChooser()).catch(() => undefined)
  const chooser = {
    models,
    value,
    onValueChange(id: string) {
      onValueChange(id)
      setAt(null)
    },
  }
  const chosen = (
    <>
      <span className="min-w-0">
        <span className="sr-only">
          <Trans>Model</Trans>:{' '}
        </span>
        <span className="flex items-center gap-2 font-medium">
          <span className="truncate">{value.name}</span>
          <TakesIcons model={value} />
        </span>
        {value.available ? (
          <ModelFacts model={value} />
        ) : (
          <span className="block text-sm text-danger">{value.unavailable_reason ?? <Trans>Not available now.</Trans>}</span>
        )}
      </span>
      <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-soft" strokeWidth={1.75} />
    </>
  )
  return (
    <div className="grid gap-1.5">
      {/* Said by the button itself, whose name is all that stands on it. */}
      <span aria-hidden className="font-medium">
        <Trans>Model</Trans>
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={at !== null}
        onPointerEnter={load}
        onFocus={load}
        onClick={({ currentTarget }) => setAt(at ? null : currentTarget)}
        className="control flex min-h-14 w-full items-center justify-between gap-3 py-2 pr-3 pl-3.5 text-left"
      >
        {chosen}
      </button>
      {wide ? (
        used && <ModelPopover {...chooser} at={at} onClose={() => setAt(null)} />
      ) : (
        <Sheet open={at !== null} onOpenChange={(open) => !open && setAt(null)} title={<Trans>Choose a model</Trans>}>
          <div data-kind={value.type} className="-mx-5 flex h-[75dvh] flex-col md:-mx-6">
            <ModelChooser {...chooser} startInSearch={false} />
          </div>
        </Sheet>
      )}
    </div>
  )
}
