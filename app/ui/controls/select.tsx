import { ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { lazyPart } from '../page/lazy-part.tsx'
import type { SelectItem } from '../overlays/select-popup.tsx'

type SelectProps<Value extends string> = {
  label: string
  value: Value
  onValueChange: (value: Value) => void
  items: readonly SelectItem<Value>[]
  hideLabel?: boolean | undefined
  /** Shows the text with an arrow, without a box. */
  quiet?: boolean | undefined
  disabled?: boolean | undefined
  className?: string | undefined
}

/** The list is lazy-loaded on first open, or prefetched. */
export const loadSelect = () => import('../overlays/select-popup.tsx')
const SelectPopup = lazyPart(async () => (await loadSelect()).SelectPopup)
const near = () => void loadSelect().catch(() => undefined)

export function Select<Value extends string>({
  label,
  value,
  onValueChange,
  items,
  hideLabel,
  quiet = false,
  disabled,
  className,
}: SelectProps<Value>) {
  const id = useId()
  const [at, setAt] = useState<HTMLElement | null>(null)
  const [used, setUsed] = useState(false)
  if (at && !used) setUsed(true)
  const ids = { label: `${id}-label`, list: `${id}-list` }

  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      return setAt(event.currentTarget)
    }
    // A letter selects without opening the list, as in native selects.
    if (event.key.length > 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return undefined
    const from = items.findIndex((item) => item.value === value) + 1
    const match = [...items.slice(from), ...items.slice(0, from)].find((item) => startsWith(item.label, event.key))
    if (match && match.value !== value) onValueChange(match.value)
    return undefined
  }

  return (
    <div className={`grid min-w-0 gap-1.5 ${className ?? ''}`}>
      <span id={ids.label} className={hideLabel ? 'sr-only' : 'font-medium'}>
        {label}
      </span>
      <button
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={at !== null}
        aria-controls={at ? ids.list : undefined}
        aria-labelledby={ids.label}
        disabled={disabled}
        onPointerEnter={near}
        onFocus={near}
        onClick={({ currentTarget }) => setAt(at ? null : currentTarget)}
        onKeyDown={onKeyDown}
        className={
          quiet
            ? '-ml-2 flex min-h-8 max-w-[calc(100%+0.5rem)] min-w-0 items-center gap-1.5 justify-self-start rounded-control px-2 text-left font-medium transition-colors hover:bg-ink/6 pointer-coarse:min-h-11'
            : 'control flex min-h-11 w-full min-w-0 items-center justify-between gap-3 py-2 pr-3 pl-3.5 text-left text-base'
        }
      >
        <span className="min-w-0 truncate">{items.find((item) => item.value === value)?.label}</span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-soft" strokeWidth={1.75} />
      </button>
      {used && (
        <SelectPopup
          id={ids.list}
          label={label}
          at={at}
          onClose={() => setAt(null)}
          value={value}
          onValueChange={(next) => {
            const chosen = items.find((item) => item.value === next)
            if (chosen) onValueChange(chosen.value)
          }}
          items={items}
        />
      )}
    </div>
  )
}

const startsWith = (words: string, letter: string) => words.toLocaleLowerCase().startsWith(letter.toLocaleLowerCase())
