import { Trans } from '@lingui/react/macro'
import { memo, useId } from 'react'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { useChosenBefore } from '#app/ui/controls/use-chosen-before.ts'
import type { ModelChoice } from './model-chooser.tsx'
import { ModelFacts, TakesIcons } from './model-facts.tsx'

// Lazy-loaded, because without a connected service there are at most three models, all visible.
const ModelButton = lazyPart(async () => (await import('./model-button.tsx')).ModelButton, <div className="h-22" />)

type ModelPickerProps = ModelChoice & { error: string | undefined }

/** Number of models that fit without a list. */
const inSight = 3

/** A choice of models. An unavailable one shows the reason and stays readable. */
export const ModelPicker = memo(function ModelPicker(props: ModelPickerProps) {
  return (
    <div data-broad className="grid gap-1.5">
      {props.models.length <= inSight ? <ModelList {...props} /> : <ModelButton {...props} />}
      {props.error && (
        <p role="alert" className="text-sm text-danger">
          {props.error}
        </p>
      )}
    </div>
  )
})

function ModelList({ models, value, onValueChange }: ModelChoice) {
  const name = useId()
  const ids = models.map(({ id }) => id)
  const field = useChosenBefore(value.id, ids, onValueChange)
  return (
    <fieldset ref={field} className="min-w-0">
      <legend className="mb-1.5 font-medium">
        <Trans>Model</Trans>
      </legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,22rem),1fr))] gap-1.5">
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
              autoComplete="off"
              onChange={() => onValueChange(model.id)}
              className="size-4 translate-y-0.5 cursor-pointer appearance-none rounded-full border-[1.5px] border-edge outline-none checked:border-5 checked:border-kind"
            />
            <span className={model.available ? 'font-medium' : 'font-medium text-ink-soft'}>{model.name}</span>
            <TakesIcons model={model} />
            <span className="col-start-2 col-end-4 text-sm text-ink-soft">
              {model.available ? model.description : (model.unavailable_reason ?? <Trans>Not available right now.</Trans>)}
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
