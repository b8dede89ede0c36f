import { Trans } from '@lingui/react/macro'
import { useHydrated } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import type { GenerationInput, OptionValues } from '#app/contract/runs/generations.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { SpendButton } from '#app/runs/spend-button.tsx'
import { useRunPrice } from '#app/runs/use-run-price.ts'
import type { Replacement } from '../composer/use-replacement.ts'
import { sortOf } from '#app/runs/models/model-sort.ts'
import { fitOptions } from '#app/runs/options/option-values.ts'

export type ExampleProps = {
  /** The chosen model, or undefined. */
  model: Model | undefined
  /** The chosen options and files, with which an example runs. */
  options: OptionValues
  inputs: readonly GenerationInput[]
  /** Runs an example. */
  onRun: (example: Replacement, maxPrice: number) => void
  busy: boolean
}

type ExamplesProps = ExampleProps & {
  words: string
  /** The options that the example needs. */
  needs?: OptionValues | undefined
  /** A work made from this prompt. */
  children: ReactNode
}

export function Examples({ words: prompt, needs, children, ...props }: ExamplesProps) {
  const { model } = props
  const sort = model && sortOf(model)
  const others = model?.prompt.examples.filter((other) => other !== prompt).slice(0, 3) ?? []
  const usable = model?.available ? model : undefined
  return (
    <>
      {sort !== 'chat' && (
        <>
          <figure className="grid gap-3">
            {children}
            <figcaption className="line-clamp-3 text-ink-soft">
              <Trans>Example for the prompt “{prompt}”</Trans>
            </figcaption>
          </figure>
          {usable && (
            <RunExample
              {...props}
              model={usable}
              example={{ prompt, ...(needs && { options: needs }) }}
              variant="secondary"
              className="justify-self-start"
            >
              <Trans>Create similar</Trans>
            </RunExample>
          )}
        </>
      )}
      {usable && others.length > 0 && (
        <div className="grid gap-2.5">
          <h3 className="font-medium">{sort === 'chat' ? <Trans>Try one of these:</Trans> : <Trans>Or one of these:</Trans>}</h3>
          <ul className="grid gap-1.5">
            {others.map((other) => (
              <li key={other} className="grid">
                <RunExample
                  {...props}
                  model={usable}
                  example={{ prompt: other }}
                  variant="secondary"
                  apart="always"
                  className="justify-start text-left font-normal"
                >
                  <span className="sr-only">
                    <Trans>Try:</Trans>{' '}
                  </span>
                  <span className="line-clamp-2 min-w-0 flex-1">{other}</span>
                </RunExample>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

type RunExampleProps = Pick<ComponentProps<typeof SpendButton>, 'variant' | 'className' | 'children' | 'apart'> &
  ExampleProps & { model: Model; example: Replacement }

/** A button that runs an example with the chosen options, which its price includes. */
function RunExample({ model, options, inputs, onRun, busy, example, className = '', ...look }: RunExampleProps) {
  // A click before hydration would be lost.
  const hydrated = useHydrated()
  const run = {
    model: model.id,
    prompt: example.prompt,
    options: fitOptions(model.options, { ...options, ...example.options }),
    context: { inputs: [...inputs] },
  }
  const asked = useRunPrice(run, hydrated)
  return (
    <SpendButton
      {...look}
      asked={asked}
      busy={busy}
      disabled={!hydrated}
      onSpend={(maxPrice) => onRun(example, maxPrice)}
      className={`disabled:opacity-100 ${className}`}
    />
  )
}
