import { useId } from 'react'
import { useChosenBefore } from './use-chosen-before.ts'

type RatioPickerProps = {
  label: string
  value: string
  onValueChange: (value: string) => void
  /** Values like `16:9`, from which the shapes are drawn. */
  items: readonly { value: string; label: string }[]
  disabled?: boolean | undefined
}

const box = 22

/** Size in pixels of a shape like `16:9` inside a small square. */
export function shapeOf(ratio: string): { width: number; height: number } {
  const [width = 1, height = 1] = ratio.split(/[:x×]/).map(Number)
  if (!(width > 0) || !(height > 0)) return { width: box, height: box }
  const scale = box / Math.max(width, height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** A choice of shapes drawn to scale. Radios underneath: arrow keys move, one tab stop. */
export function RatioPicker({ label, value, onValueChange, items, disabled }: RatioPickerProps) {
  const name = useId()
  const values = items.map((item) => item.value)
  const field = useChosenBefore(value, values, onValueChange)
  return (
    <fieldset ref={field} disabled={disabled} className="min-w-0">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="flex gap-1.5">
        {items.map((item) => (
          <label key={item.value} className="group ratio-choice">
            <input
              type="radio"
              name={name}
              value={item.value}
              checked={item.value === value}
              autoComplete="off"
              onChange={() => onValueChange(item.value)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-control outline-none"
            />
            <span aria-hidden className="grid place-items-center" style={{ height: box }}>
              <span className="rounded-[3px] border-[1.75px] border-current group-has-checked:border-kind" style={shapeOf(item.value)} />
            </span>
            <span className="tabular">{item.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
