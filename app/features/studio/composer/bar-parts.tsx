import { Trans, useLingui } from '@lingui/react/macro'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { Model, OptionSchema } from '#app/contract/runs/models.ts'
import { optionApplies } from '#app/contract/runs/option-applies.ts'
import { prefetch } from '#app/shell/boot/chunk-reload.ts'
import type { OptionValue } from '#app/runs/options/option-values.ts'
import { useOptionText } from '#app/runs/option-text.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { shapeOf } from '#app/ui/controls/ratio-picker.tsx'
import { SendButton, SendState } from './send.tsx'
import type { Composer } from './use-composer.ts'

const loadOptionsPanel = () => import('./options-panel.tsx')
const OptionsPanel = lazyPart(async () => (await loadOptionsPanel()).OptionsPanel)

type BarPartsProps = {
  composer: Composer
  model: Model
  /** All options, which open above the prompt. */
  options: ReactNode
  /** Whether an option has an error, so that it must be visible. */
  hasErrors: boolean
  /** Notes and prompt, with the row of the main values and the price at their end. */
  children: (foot: ReactNode) => ReactNode
}

/** The floating bar: the options above it if they are open, notes and prompt, and below them the main values as chips with the price. */
export function BarParts({ composer, model, options, hasErrors, children }: BarPartsProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  /** The option whose chip opened the panel; empty for all of them. */
  const [open, setOpen] = useState<string | null>(null)
  const shown = open ?? (hasErrors ? '' : null)
  const isOpen = shown !== null
  // The result is watched, so the options make room for it.
  if (composer.submission.sending && open !== null) setOpen(null)

  function close() {
    setOpen(null)
    button.current?.focus({ preventScroll: true })
  }

  const foot = (
    <div className="flex min-w-0 grow basis-lg items-center gap-3">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5">
        <button
          ref={button}
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onPointerEnter={() => void prefetch(loadOptionsPanel)}
          onFocus={() => void prefetch(loadOptionsPanel)}
          onClick={() => (isOpen ? close() : setOpen(''))}
          // While the panel loads; then it closes itself.
          onKeyDown={({ key }) => key === 'Escape' && isOpen && close()}
          className="bar-chip"
        >
          <SlidersHorizontal aria-hidden strokeWidth={1.75} />
          <Trans>Options</Trans>
        </button>
        <Chips model={model} composer={composer} onOpen={setOpen} />
      </div>
      <p className="self-center text-right text-sm text-ink-soft max-xl:hidden">
        <SendState composer={composer} />
      </p>
      <SendButton composer={composer} className="shrink-0" />
    </div>
  )

  return (
    <>
      {isOpen && (
        <OptionsPanel id={id} target={shown} onClose={close}>
          {options}
        </OptionsPanel>
      )}
      <div className="grid gap-2 rounded-sheet bg-surface px-2 pt-2 pb-2.5">{children(foot)}</div>
    </>
  )
}

/** The model and the values of its main options; a chip opens its option. */
function Chips({ model, composer, onOpen }: Pick<BarPartsProps, 'model' | 'composer'> & { onOpen: (name: string) => void }) {
  const { t } = useLingui()
  const optionText = useOptionText()
  const main = Object.entries(model.options.properties).filter(
    ([, schema]) => schema['x-group'] === undefined && optionApplies(schema, composer.options),
  )
  return (
    <>
      {composer.models.length > 1 && (
        <button type="button" title={t`Model`} onClick={() => onOpen('')} className="bar-chip">
          <span className="sr-only">{t`Model`}: </span>
          <span className="truncate">{model.name}</span>
        </button>
      )}
      {main.map(([name, schema]) => {
        const value = composer.options[name]
        if (value === undefined || value === '') return null
        const isShape = 'enum' in schema && schema['x-control'] === 'ratio'
        return (
          <button key={name} type="button" title={schema.title} onClick={() => onOpen(name)} className="bar-chip">
            <span className="sr-only">{schema.title}: </span>
            {isShape && typeof value === 'string' && (
              <span aria-hidden className="flex size-4 items-center justify-center">
                <span className="shrink-0 scale-65 rounded-[3px] border-2 border-current" style={shapeOf(value)} />
              </span>
            )}
            <span className="truncate">{chipText(schema, value, optionText)}</span>
          </button>
        )
      })}
    </>
  )
}

/** A value on its own where it speaks for itself, as “16:9” and “5 sec” do; else with its title. */
function chipText(schema: OptionSchema, value: OptionValue, optionText: ReturnType<typeof useOptionText>): string {
  const isNothing = value === 'auto' || (value === 'none' && schema.default === 'none')
  if (typeof value === 'boolean' || isNothing) return schema.title
  const isPlain = schema.type === 'integer' && schema['x-unit'] === undefined
  return isPlain ? `${schema.title}: ${optionText(schema, value)}` : optionText(schema, value)
}
