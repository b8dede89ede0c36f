import { Combobox } from '@base-ui/react/combobox'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Check, Search } from 'lucide-react'
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Model } from '#app/contract/runs/models.ts'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { ModelFacts, TakesIcons, useProviderName, useTakesNames } from './model-facts.tsx'
import { type ModelOrder, type ModelSearch, searchModels, takenBy } from './model-search.ts'

export type ModelChoice = { models: readonly Model[]; value: Model; onValueChange: (id: string) => void }

type ModelChooserProps = ModelChoice & {
  /** Whether to focus the search, unless an on-screen keyboard would cover the list. */
  startInSearch: boolean
}

/** All models of a kind, with search, filters and sorting. Typing searches, arrows move, Enter chooses. */
// oxlint-disable-next-line max-lines-per-function -- Mostly the markup of one form or panel, read from top to bottom.
export default function ModelChooser({ models, value, onValueChange, startInSearch }: ModelChooserProps) {
  const { t } = useLingui()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  // The popup's own focus effect ran before this part was loaded.
  useEffect(() => {
    if (startInSearch) field.current?.focus()
  }, [startInSearch])
  const providerName = useProviderName()
  const takesNames = useTakesNames()
  const [search, setSearch] = useState<ModelSearch>({ query: '', provider: null, takes: null, order: 'given' })
  const found = useMemo(() => searchModels(models, search), [models, search])
  const providers = [...new Set(models.map(({ provider }) => provider))]
  const takes = [...new Set(models.flatMap(takenBy))]
  const orders: Record<ModelOrder, string> = { given: t`Suggested`, price: t`Price`, wait: t`Wait time` }

  return (
    <Combobox.Root
      inline
      open
      items={models}
      filteredItems={found}
      value={value}
      itemToStringLabel={(model: Model) => model.name}
      isItemEqualToValue={(one: Model, other: Model) => one.id === other.id}
      onValueChange={(model: Model | null) => model && onValueChange(model.id)}
      inputValue={search.query}
      onInputValueChange={(query, { reason }) => {
        if (reason === 'input-change' || reason === 'input-clear') setSearch((before) => ({ ...before, query }))
      }}
      autoHighlight
    >
      <div className="grid gap-2.5 border-b border-line p-3">
        <div className="relative">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-ink-soft"
            strokeWidth={1.75}
          />
          <Combobox.Input
            ref={field}
            aria-label={t`Search the models`}
            placeholder={t`Name, service or what it does`}
            className="control min-h-11 w-full py-2 pr-3 pl-10 text-base pointer-coarse:text-lg"
          />
        </div>
        {(providers.length > 1 || takes.length > 0) && (
          <div className="flex flex-wrap gap-1.5" role="group" aria-label={t`Filters`}>
            {providers.length > 1 &&
              providers.map((provider) => (
                <Chip
                  key={provider}
                  pressed={search.provider === provider}
                  onToggle={(on) => setSearch((before) => ({ ...before, provider: on ? provider : null }))}
                >
                  {providerName(provider)}
                </Chip>
              ))}
            {takes.map((kind) => (
              <Chip
                key={kind}
                pressed={search.takes === kind}
                onToggle={(on) => setSearch((before) => ({ ...before, takes: on ? kind : null }))}
              >
                {takesNames[kind]}
              </Chip>
            ))}
          </div>
        )}
        <Segmented
          label={t`Sort by`}
          hideLabel
          size="sm"
          value={search.order}
          onValueChange={(order) => setSearch((before) => ({ ...before, order }))}
          items={(['given', 'price', 'wait'] as const).map((order) => ({ value: order, label: orders[order] }))}
        />
      </div>
      <Combobox.Status className="sr-only">
        <Plural value={found.length} one="# model" other="# models" />
      </Combobox.Status>
      <Combobox.List aria-label={t`Models`} className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5">
        {(model: Model) => (
          <Combobox.Item
            key={model.id}
            value={model}
            aria-describedby={`${id}-${model.id}`}
            className="grid min-h-11 cursor-default grid-cols-[1fr_1.25rem] items-start gap-x-3 rounded-[8px] px-3 py-2.5 outline-none select-none data-highlighted:bg-ink/6 data-selected:bg-kind-soft"
          >
            <span className="min-w-0">
              <span className="flex items-baseline gap-2">
                <span className={model.available ? 'font-medium' : 'font-medium text-ink-soft'}>{model.name}</span>
                <span className="text-sm text-ink-soft">{providerName(model.provider)}</span>
                <TakesIcons model={model} />
              </span>
              <span id={`${id}-${model.id}`} className="block">
                {model.available ? (
                  <>
                    <ModelFacts model={model} />
                    <span className="line-clamp-2 text-sm text-ink-soft">{model.description}</span>
                  </>
                ) : (
                  <span className="text-sm text-danger">{model.unavailable_reason ?? <Trans>Not available right now.</Trans>}</span>
                )}
              </span>
            </span>
            <Combobox.ItemIndicator>
              <Check aria-hidden className="size-5" strokeWidth={1.75} />
            </Combobox.ItemIndicator>
          </Combobox.Item>
        )}
      </Combobox.List>
      {found.length === 0 && (
        <p className="px-5 py-8 text-center text-ink-soft">
          <Trans>No models match.</Trans>{' '}
          <button type="button" className="link" onClick={() => setSearch({ query: '', provider: null, takes: null, order: search.order })}>
            <Trans>Show all</Trans>
          </button>
        </p>
      )}
    </Combobox.Root>
  )
}

function Chip({ pressed, onToggle, children }: { pressed: boolean; onToggle: (on: boolean) => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={() => onToggle(!pressed)}
      className="min-h-8 rounded-full border border-line px-3 text-sm text-ink-soft transition-colors hover:border-edge hover:text-ink aria-pressed:border-kind aria-pressed:bg-kind-soft aria-pressed:text-ink pointer-coarse:min-h-11"
    >
      {children}
    </button>
  )
}
