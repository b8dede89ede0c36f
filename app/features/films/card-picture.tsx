import { useHydrated } from '@tanstack/react-router'
import { type CSSProperties, memo, useId } from 'react'
import type { FilmDocument, Role, Shot } from '#app/contract/films/film-document.ts'
import { roleColour } from './role-colour.ts'
import { plateOf, skies } from './plate.ts'

export type Shape = FilmDocument['shape']

/** The sides of a frame in units of its drawing. */
export function frameOf(shape: Shape): readonly [number, number] {
  const [width = 16, height = 9] = shape.split(':').map(Number)
  const scale = 900 / Math.min(width, height)
  return [Math.round(width * scale), Math.round(height * scale)]
}

/** How close a frame is: the enlargement of its place, and the height and the feet of its figures as shares of the frame. */
const closeness: Record<Shot['framing'], { zoom: number; tall: number; feet: number }> = {
  wide: { zoom: 1, tall: 0.3, feet: 0.88 },
  full: { zoom: 1.25, tall: 0.66, feet: 0.95 },
  medium: { zoom: 1.6, tall: 1.12, feet: 1.36 },
  close: { zoom: 2.1, tall: 1.9, feet: 2.05 },
  detail: { zoom: 2.7, tall: 2.9, feet: 2.75 },
}

const mostFigures = 5

type CardPictureProps = {
  shot: Shot
  roles: FilmDocument['roles']
  shape: Shape
  /** How far the camera has travelled, from 0 to 1; undefined for a drawing with its arrows. */
  travel?: number | undefined
}

/** A drawn card: a shot until something better is made. Decorative, because the words beside it say what it shows. */
export const CardPicture = memo(function CardPicture({ shot, roles, shape, travel }: CardPictureProps) {
  const isDrawn = useHydrated()
  const [width, height] = frameOf(shape)
  if (!isDrawn) return <Ground light={shot.light ?? 'day'} />
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full bg-black"
    >
      <g style={travel === undefined ? undefined : moved(shot.camera, travel, [width, height])}>
        <Scene shot={shot} roles={roles} shape={shape} />
      </g>
      {travel === undefined && <CameraMarks camera={shot.camera} width={width} height={height} />}
    </svg>
  )
})

/** The sky of a card, which is all that the server sends of it: thirty drawings would double the page. */
function Ground({ light }: { light: NonNullable<Shot['light']> }) {
  const { top, bottom } = skies[light]
  return <span aria-hidden className="absolute inset-0" style={{ background: `linear-gradient(${top}, ${bottom} 75%)` }} />
}

/** A twelfth of the frame on each side, so that no edge is seen. */
const margin = 0.12

/** The move of the camera over a picture of any size. */
export const movedShare = (camera: Shot['camera'], travel: number): CSSProperties => {
  const { x, y, zoom } = moveAt(camera, travel)
  return { transform: `translate(${-x * 100}%, ${-y * 100}%) scale(${zoom})` }
}

function moved(camera: Shot['camera'], travel: number, [width, height]: readonly [number, number]): CSSProperties {
  const { x, y, zoom } = moveAt(camera, travel)
  return {
    transformOrigin: `${width / 2}px ${height / 2}px`,
    transform: `translate(${-x * width}px, ${-y * height}px) scale(${zoom})`,
  }
}

function moveAt(camera: Shot['camera'], travel: number): { x: number; y: number; zoom: number } {
  const slow = travel * travel * (3 - 2 * travel)
  const full = 1 + margin * 2
  const at = (from: number, to: number) => from + (to - from) * slow
  const [x, y] = shiftOf(camera, at)
  const zoom = camera === 'push_in' ? at(1, full) : camera === 'pull_out' ? at(full, 1) : camera === 'still' ? 1 : full
  return { x, y, zoom }
}

function shiftOf(camera: Shot['camera'], at: (from: number, to: number) => number): readonly [number, number] {
  if (camera === 'pan_left') return [at(margin, -margin), 0]
  if (camera === 'pan_right') return [at(-margin, margin), 0]
  if (camera === 'tilt_up') return [0, at(margin, -margin)]
  if (camera === 'tilt_down') return [0, at(-margin, margin)]
  return [0, 0]
}

const Scene = memo(function Scene({ shot, roles, shape }: Omit<CardPictureProps, 'travel'>) {
  const id = useId()
  const size = frameOf(shape)
  const [width, height] = size
  const { top, bottom, disc, stars, layers } = plateOf(shot.place ?? '', shot.light ?? 'day', size)
  const { zoom, tall, feet } = closeness[shot.framing]
  const people = shot.people.flatMap((one) => roles[one] ?? []).slice(0, mostFigures)
  return (
    <>
      <linearGradient id={id} x2="0" y2="1">
        <stop stopColor={top} />
        <stop offset="0.75" stopColor={bottom} />
      </linearGradient>
      <g transform={`translate(${width / 2} ${height * 0.6}) scale(${zoom}) translate(${-width / 2} ${-height * 0.6})`}>
        <rect width={width} height={height} fill={`url(#${id})`} />
        {stars.map(({ x, y }, index) => (
          <circle key={index} cx={x} cy={y} r={index % 3 === 0 ? 3.5 : 2} fill={disc.colour} opacity={0.8} />
        ))}
        <circle cx={disc.x} cy={disc.y} r={disc.size} fill={disc.colour} />
        {layers.map(({ path, colour }, index) => (
          <path key={index} d={path} fill={colour} fillRule={index === 0 ? 'evenodd' : 'nonzero'} />
        ))}
      </g>
      {people.map((role, index) => (
        <Figure
          key={index}
          role={role}
          x={width * ((index + 1) / (people.length + 1))}
          feet={height * feet}
          tall={Math.min(height, width * 1.1) * tall * (people.length > 3 ? 0.86 : 1)}
          flipped={index >= people.length / 2}
          isCut={feet > 1}
        />
      ))}
    </>
  )
})

type FigureProps = {
  role: Role
  x: number
  feet: number
  tall: number
  flipped: boolean
  /** Whether the frame shows no feet, so that a small figure is seen by its head as well. */
  isCut: boolean
}

/** A silhouette in the color of its role, one unit high. */
function Figure({ role: { kind, colour }, x, feet, tall, flipped, isCut }: FigureProps) {
  const { body, head } = roleColour(colour)
  const scale = tall * (isCut ? { person: 1, animal: 0.75, thing: 0.5 } : { person: 1, animal: 0.62, thing: 0.42 })[kind]
  const ground = isCut ? feet - tall + scale : feet
  return (
    <g transform={`translate(${Math.round(x)} ${Math.round(ground)}) scale(${flipped ? -scale : scale} ${scale})`}>
      {kind === 'person' && (
        <>
          <path fill={body} d="M-.17 0C-.18-.3-.24-.46-.2-.62C-.17-.72-.08-.75 0-.75S.17-.72.2-.62C.24-.46.18-.3.17 0Z" />
          <path fill={head} d="M-.105-.86C-.105-.94-.06-1 0-1S.105-.94.105-.86S.06-.735 0-.735S-.105-.78-.105-.86Z" />
        </>
      )}
      {kind === 'animal' && (
        <>
          <path
            fill={body}
            d="M-.62-.5C-.72-.62-.7-.78-.62-.86C-.62-.7-.56-.64-.46-.62L.3-.62C.46-.62.52-.5.5-.36L.5 0H.38L.34-.3H-.3L-.34 0H-.46L-.5-.36C-.56-.4-.6-.44-.62-.5Z"
          />
          <path fill={head} d="M.28-.6L.3-.98L.42-.86H.54L.66-.98L.68-.7L.8-.56C.82-.48.74-.44.66-.44H.44C.34-.44.28-.5.28-.6Z" />
        </>
      )}
      {kind === 'thing' && (
        <>
          <path fill={body} d="M-.5-.7H.5V-.08C.5-.03.47 0 .42 0H-.42C-.47 0-.5-.03-.5-.08Z" />
          <path fill={head} d="M-.58-.95C-.58-.98-.56-1-.53-1H.53C.56-1 .58-.98.58-.95V-.7H-.58Z" />
        </>
      )}
    </g>
  )
}

/** The move of the camera, drawn as on paper: a frame that it ends or begins at, or an arrow. */
function CameraMarks({ camera, width, height }: { camera: Shot['camera']; width: number; height: number }) {
  if (camera === 'still') return null
  const line = { fill: 'none', stroke: 'white', strokeWidth: 9, strokeLinecap: 'round', strokeLinejoin: 'round', opacity: 0.9 } as const
  if (camera === 'push_in' || camera === 'pull_out') {
    const [x, y] = [width * 0.16, height * 0.16]
    const out = camera === 'pull_out' ? -1 : 1
    const arrow = (cornerX: number, cornerY: number, dx: number, dy: number) => {
      const [fromX, fromY] = [cornerX - dx * 52, cornerY - dy * 52]
      const [tipX, tipY] = out > 0 ? [cornerX, cornerY] : [fromX, fromY]
      return `M${fromX} ${fromY}L${cornerX} ${cornerY}M${tipX - dx * out * 34} ${tipY}H${tipX}V${tipY - dy * out * 34}`
    }
    return (
      <g {...line}>
        <rect x={x} y={y} width={width - x * 2} height={height - y * 2} strokeDasharray="4 30" />
        <path d={arrow(x, y, 1, 1) + arrow(width - x, y, -1, 1) + arrow(x, height - y, 1, -1) + arrow(width - x, height - y, -1, -1)} />
      </g>
    )
  }
  const angle = { pan_left: 180, pan_right: 0, tilt_up: -90, tilt_down: 90 }[camera]
  const sideways = camera === 'pan_left' || camera === 'pan_right'
  return (
    <g
      transform={`translate(${sideways ? width / 2 : width * 0.92} ${sideways ? height * 0.9 : height / 2}) rotate(${angle})`}
      {...line}
      strokeWidth={12}
    >
      <path d="M-130 0H130M88-42L130 0L88 42" />
    </g>
  )
}
