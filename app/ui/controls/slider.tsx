import { type CSSProperties, useId } from 'react'

type SliderProps = {
  label: string
  value: number
  onValueChange: (value: number) => void
  min: number
  max: number
  step: number
  /** Formats the value, next to the label and for screen readers. */
  format?: ((value: number) => string) | undefined
  disabled?: boolean | undefined
  error?: string | undefined
}

export function Slider({ label, value, onValueChange, min, max, step, format = String, disabled, error }: SliderProps) {
  const id = useId()
  const filled: CSSProperties & { '--filled': string } = { '--filled': `${((value - min) / (max - min || 1)) * 100}%` }
  return (
    <div className="grid gap-1">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <output htmlFor={id} className="tabular text-ink-soft">
          {format(value)}
        </output>
      </div>
      <input
        id={id}
        type="range"
        {...{ value, min, max, step, disabled }}
        onChange={(event) => onValueChange(event.target.valueAsNumber)}
        aria-valuetext={format(value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        style={filled}
        className="range"
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
