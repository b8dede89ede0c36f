import { type ReactNode, useId } from 'react'
import { useChosenBefore } from './use-chosen-before.ts'

type TilePickerProps = {
  label: string
  value: string
  onValueChange: (value: string) => void
  items: readonly { value: string; label: string }[]
  /** Addresses of the pictures by value. An SVG is drawn in the color of the medium. */
  pictures: Readonly<Record<string, string>>
  /** A control of its own in the corner of a tile, such as a button that plays a voice. */
  renderExtra?: ((value: string) => ReactNode) | undefined
}

/** A choice by pictures. Radios underneath: arrow keys move, one tab stop, and the label is the name. */
export function TilePicker({ label, value, onValueChange, items, pictures, renderExtra }: TilePickerProps) {
  const name = useId()
  const field = useChosenBefore(
    value,
    items.map((item) => item.value),
    onValueChange,
  )
  return (
    <fieldset ref={field} className="min-w-0">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2">
        {items.map((item) => (
          <div key={item.value} className="relative grid">
            <label className="tile-choice">
              <input
                type="radio"
                name={name}
                value={item.value}
                checked={item.value === value}
                autoComplete="off"
                onChange={() => onValueChange(item.value)}
                className="absolute inset-0 cursor-pointer appearance-none rounded-control outline-none"
              />
              <TilePicture src={pictures[item.value]} />
              <span className="px-1 pb-1 text-sm leading-tight wrap-anywhere">{item.label}</span>
            </label>
            {renderExtra && <div className="absolute top-1 right-1">{renderExtra(item.value)}</div>}
          </div>
        ))}
      </div>
    </fieldset>
  )
}

/** Decorative, because the label says what it shows. */
function TilePicture({ src }: { src: string | undefined }) {
  if (src?.endsWith('.svg')) {
    return (
      <span aria-hidden className="grid h-13 content-center rounded-[7px] bg-kind-soft px-2.5 pr-11">
        <span className="h-9 bg-kind-mark mask-contain mask-left mask-no-repeat" style={{ maskImage: `url(${src})` }} />
      </span>
    )
  }
  return src ? (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      width={144}
      height={108}
      className="aspect-4/3 w-full rounded-[7px] bg-ink/5 object-cover"
    />
  ) : (
    <span aria-hidden className="aspect-4/3 w-full rounded-[7px] bg-ink/5" />
  )
}
