import { type ReactNode, useId } from 'react'
import { useChosenBefore } from './use-chosen-before.ts'

type SegmentedProps<Value extends string> = {
  label: string
  value: Value
  onValueChange: (value: Value) => void
  items: readonly { value: Value; label: ReactNode; icon?: ReactNode }[]
  /** Shows the label to screen readers only. */
  hideLabel?: boolean | undefined
  size?: 'sm' | 'md' | undefined
  className?: string | undefined
  disabled?: boolean | undefined
  /** Names the choice to the script of a public page. */
  choice?: string | undefined
}

/** A choice among a few visible options. Radios underneath: arrow keys move, one tab stop. */
export function Segmented<Value extends string>({
  label,
  value,
  onValueChange,
  items,
  hideLabel = false,
  size = 'md',
  className,
  disabled,
  choice,
}: SegmentedProps<Value>) {
  const name = useId()
  const values = items.map((item) => item.value)
  const field = useChosenBefore(value, values, onValueChange)
  return (
    <fieldset ref={field} disabled={disabled} data-choice={choice} className={`min-w-0 ${className ?? ''}`}>
      <legend className={hideLabel ? 'sr-only' : 'mb-1.5 font-medium'}>{label}</legend>
      <div className="flex flex-wrap gap-1 rounded-control bg-ink/6 p-1">
        {items.map((item) => (
          <label
            key={item.value}
            className={`segment ${size === 'sm' ? 'min-h-8 text-sm pointer-coarse:min-h-11' : 'min-h-10 text-base pointer-coarse:min-h-11'}`}
          >
            <input
              type="radio"
              name={name}
              value={item.value}
              checked={item.value === value}
              autoComplete="off"
              onChange={() => onValueChange(item.value)}
              className="choice-radio"
            />
            {item.icon}
            {item.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
