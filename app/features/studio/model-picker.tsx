import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import type { Model } from '#app/contract/models.ts'

type ModelPickerProps = { models: readonly Model[]; value: Model; onValueChange: (id: string) => void; error: string | undefined }

/** One of several models. One that cannot run says why, and can be looked at but not used. */
export function ModelPicker({ models, value, onValueChange, error }: ModelPickerProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">
        <Trans>Model</Trans>
      </legend>
      <div className="grid gap-1.5">
        {models.map((model) => (
          <label
            key={model.id}
            className="relative grid min-h-11 grid-cols-[auto_1fr] items-baseline gap-x-3 rounded-control border border-line px-3.5 py-2.5 transition-colors hover:border-edge has-checked:border-kind has-checked:bg-kind-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-kind"
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
            <span className="col-start-2 text-sm text-ink-soft">
              {model.available ? model.description : (model.unavailable_reason ?? <Trans>Not available now.</Trans>)}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
