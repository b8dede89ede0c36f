import { type CSSProperties, type ReactNode, useId } from 'react'
import { fillRows } from '../lists/fill-rows.ts'
import { useChosenBefore } from './use-chosen-before.ts'

type TilePickerProps = {
  label: string
  value: string
  onValueChange: (value: string) => void
  /** A label like `Emma · English, warm` is a name and a description. */
  items: readonly { value: string; label: string }[]
  /** Addresses of the pictures by value. An SVG is the shape of a sound, drawn in the color of the medium. */
  pictures: Readonly<Record<string, string>>
  /** A control of its own on a tile, such as a button that plays a voice. */
  renderExtra?: ((value: string) => ReactNode) | undefined
}

/** Numbers of tiles that fit in a row of a narrow, a medium and a wide place; see `tile-grid`. */
const room = { picture: [3, 6, 10], sound: [2, 3, 5] } as const

/** A choice by pictures, in full rows. Radios underneath: arrow keys move, one tab stop, and the label is the name. */
export function TilePicker({ label, value, onValueChange, items, pictures, renderExtra }: TilePickerProps) {
  const name = useId()
  const field = useChosenBefore(
    value,
    items.map((item) => item.value),
    onValueChange,
  )
  const kind = items.some((item) => isSound(pictures[item.value])) ? 'sound' : 'picture'
  return (
    <fieldset ref={field} className="@container min-w-0">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className={`tile-grid ${kind === 'sound' ? '[--widest:1fr]' : ''}`} style={gridStyle(items.length, room[kind])}>
        {items.map((item) => {
          const extra = renderExtra?.(item.value)
          return (
            <div key={item.value} className="relative grid">
              <label className={kind === 'sound' ? 'tile-choice sound-choice' : 'tile-choice'} data-extra={extra ? '' : undefined}>
                <input
                  type="radio"
                  name={name}
                  value={item.value}
                  checked={item.value === value}
                  autoComplete="off"
                  onChange={() => onValueChange(item.value)}
                  className="absolute inset-0 cursor-pointer appearance-none rounded-control outline-none"
                />
                {kind === 'sound' ? (
                  <SoundTile label={item.label} src={pictures[item.value]} />
                ) : (
                  <PictureTile label={item.label} src={pictures[item.value]} />
                )}
              </label>
              {extra && (
                <div className={kind === 'sound' ? 'absolute inset-y-0 left-1.5 grid place-items-center' : 'absolute top-1 right-1'}>
                  {extra}
                </div>
              )}
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}

const isSound = (src: string | undefined) => src?.endsWith('.svg') ?? false

/** Returns the variables of the class `tile-grid`. */
function gridStyle(
  count: number,
  [narrow, medium, wide]: readonly [number, number, number],
): CSSProperties & Record<`--${string}`, number> {
  const [s, m, l] = [fillRows(count, narrow), fillRows(count, medium), fillRows(count, wide)]
  return { '--cs': s.columns, '--fs': s.first, '--cm': m.columns, '--fm': m.first, '--cl': l.columns, '--fl': l.first }
}

type TileProps = { label: string; src: string | undefined }

/** The picture is decorative, because the label says what it shows. */
function PictureTile({ label, src }: TileProps) {
  return (
    <>
      {src ? (
        <img src={src} alt="" loading="lazy" decoding="async" width={144} height={108} className="tile-picture object-cover" />
      ) : (
        <span aria-hidden className="tile-picture" />
      )}
      <span className="px-1 pb-1 text-sm leading-tight wrap-anywhere">{label}</span>
    </>
  )
}

function SoundTile({ label, src }: TileProps) {
  const [name = '', ...traits] = label.split(' · ')
  return (
    <>
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block font-medium text-ink">{name}</span>
        {traits.length > 0 && (
          <>
            <span className="sr-only"> · </span>
            <span className="mt-0.5 block text-sm">{traits.join(' · ')}</span>
          </>
        )}
      </span>
      {src && (
        <span
          aria-hidden
          className="h-8 w-14 shrink-0 bg-kind-mark mask-contain mask-right mask-no-repeat opacity-60 @max-7xl:hidden"
          style={{ maskImage: `url(${src})` }}
        />
      )}
    </>
  )
}
