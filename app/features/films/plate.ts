import type { Shot } from '#app/contract/films/film-document.ts'

type Light = NonNullable<Shot['light']>

/** The kind of a place, by which its ground is drawn. */
type Ground = 'hills' | 'peaks' | 'sea' | 'town' | 'wood' | 'room'

/** Beginnings of words that name a kind of place, in both languages. */
const named: readonly (readonly [Ground, RegExp])[] = [
  [
    'sea',
    /\b(sea|ocean|beach|shore|harbou?r|lake|river|bay|pier|boat|ship|island|lighthouse)|(мор[еяю]|океан|пляж|берег|гаван|озер|рек[аеиу]|бухт|пирс|лодк|кораб|остров|маяк)/i,
  ],
  [
    'town',
    /\b(town|city|street|square|bridge|roof|station|market|shop|office|cafe|yard|court)|(город|улиц|площад|мост|крыш|вокзал|рын[ок]|магазин|офис|кафе|двор|станци)/i,
  ],
  ['wood', /\b(wood|forest|park|garden|tree|grove|jungle)|(лес|парк|сад[ау]?\b|дерев|рощ|джунгл)/i],
  [
    'room',
    /\b(room|kitchen|house|home|bedroom|hall|studio|school|class|window|door|stair|attic|cellar|workshop|table)|(комнат|кухн|дом|спальн|зал|студи|школ|класс|окн|двер|лестниц|чердак|подвал|мастерск|стол)/i,
  ],
  ['peaks', /\b(mountain|hill|peak|rock|cliff|valley|desert|canyon)|(гор[аыеу]|холм|вершин|скал|утёс|долин|пустын|каньон)/i],
]

export const skies: Record<Light, { top: string; bottom: string; disc: string; ground: readonly number[]; chroma: number }> = {
  day: { top: 'oklch(80% 0.075 235)', bottom: 'oklch(95% 0.03 210)', disc: 'oklch(99% 0.03 95)', ground: [78, 68, 57, 45], chroma: 0.085 },
  dawn: { top: 'oklch(74% 0.08 285)', bottom: 'oklch(91% 0.085 62)', disc: 'oklch(97% 0.07 85)', ground: [74, 62, 51, 39], chroma: 0.075 },
  dusk: { top: 'oklch(42% 0.11 295)', bottom: 'oklch(76% 0.155 42)', disc: 'oklch(86% 0.15 68)', ground: [50, 40, 31, 22], chroma: 0.07 },
  night: {
    top: 'oklch(20% 0.05 272)',
    bottom: 'oklch(38% 0.075 262)',
    disc: 'oklch(93% 0.03 95)',
    ground: [33, 26, 20, 15],
    chroma: 0.045,
  },
}

const hues = [150, 205, 250, 58, 28, 320, 120, 180] as const
const grounds = ['hills', 'peaks', 'wood', 'town'] as const

/** A small hash of a text (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** Numbers from 0 to 1 that are the same for the same place (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

export type Plate = {
  top: string
  bottom: string
  disc: { x: number; y: number; size: number; colour: string }
  stars: readonly { x: number; y: number }[]
  /** Shapes from the farthest to the nearest one. Only the first one may have holes. */
  layers: readonly { path: string; colour: string }[]
}

/** Draws a place for one light. All shots at it are pieces of the same plate, as in the film. */
export function plateOf(place: string, light: Light, [width, height]: readonly [number, number]): Plate {
  const key = place.trim().toLowerCase()
  const hash = hashOf(key)
  const random = randomOf(hash)
  const ground = named.find(([, pattern]) => pattern.test(key))?.[0] ?? grounds[hash % grounds.length] ?? 'hills'
  const sky = skies[light]
  const hue = ground === 'sea' ? 225 : ground === 'wood' ? 150 : (hues[(hash >>> 3) % hues.length] ?? 150)
  const colour = (index: number) => `oklch(${sky.ground[index] ?? 40}% ${sky.chroma} ${hue + index * 9})`
  const draw = { width, height, random }
  return {
    top: sky.top,
    bottom: sky.bottom,
    disc: {
      x: width * (0.16 + random() * 0.68),
      y: height * (light === 'day' ? 0.2 : light === 'night' ? 0.18 : 0.42),
      size: Math.min(width, height) * (light === 'night' ? 0.055 : 0.085),
      colour: sky.disc,
    },
    stars: light === 'night' ? Array.from({ length: 22 }, () => ({ x: random() * width, y: random() * height * 0.5 })) : [],
    layers: shapesOf[ground](draw).map((path, index) => ({ path, colour: colour(index) })),
  }
}

type Draw = { width: number; height: number; random: () => number }

const round = (value: number) => Math.round(value)

/** A line of rounded hills from side to side, filled down to the bottom. */
function ridge({ width, height, random }: Draw, level: number, swing: number, steps: number): string {
  const points = Array.from(
    { length: steps + 1 },
    (_, index) => [(index / steps) * width, height * (level - (random() - 0.3) * swing)] as const,
  )
  const [first] = points
  const curves = points.slice(1).map(([x, y], index) => {
    const [fromX, fromY] = points[index] ?? [0, 0]
    const middle = round((fromX + x) / 2)
    return `C${middle} ${round(fromY)} ${middle} ${round(y)} ${round(x)} ${round(y)}`
  })
  return `M0 ${height}V${round(first?.[1] ?? 0)}${curves.join('')}V${height}Z`
}

function peaks({ width, height, random }: Draw, level: number, rise: number, count: number): string {
  const step = width / count
  const tops = Array.from({ length: count + 1 }, (_, index) => {
    const x = (index - 0.5) * step + random() * step * 0.4
    return `L${round(x)} ${round(height * level)}L${round(x + step * 0.5)} ${round(height * (level - rise * (0.5 + random() * 0.5)))}`
  })
  return `M${round(-width * 0.2)} ${height}V${round(height * level)}${tops.join('')}L${round(width * 1.2)} ${round(height * level)}V${height}Z`
}

function houses({ width, height, random }: Draw, level: number, rise: number, count: number): string {
  const step = width / count
  const walls = Array.from({ length: count }, (_, index) => {
    const top = round(height * (level - rise * (0.3 + random() * 0.7)))
    const roof = random() < 0.35 ? `L${round((index + 0.5) * step)} ${round(top - step * 0.35)}` : ''
    return `L${round(index * step)} ${top}${roof}L${round((index + 1) * step)} ${top}`
  })
  return `M0 ${height}${walls.join('')}V${height}Z`
}

function trees(draw: Draw, level: number, rise: number, count: number): string {
  const { width, height, random } = draw
  const step = width / count
  const crowns = Array.from({ length: count }, () => {
    const [x, tall] = [random() * width, height * rise * (0.55 + random() * 0.45)]
    const foot = round(height * level)
    return `M${round(x - step * 0.55)} ${foot}L${round(x)} ${round(foot - tall)}L${round(x + step * 0.55)} ${foot}Z`
  })
  return crowns.join('') + ridge(draw, level - 0.02, 0.05, 4)
}

const shapesOf: Record<Ground, (draw: Draw) => string[]> = {
  hills: (draw) => [ridge(draw, 0.6, 0.2, 4), ridge(draw, 0.72, 0.16, 3), ridge(draw, 0.86, 0.1, 3)],
  peaks: (draw) => [peaks(draw, 0.66, 0.36, 4), peaks(draw, 0.76, 0.2, 5), ridge(draw, 0.86, 0.1, 3)],
  sea: (draw) => [
    ridge(draw, 0.58, 0.16, 2),
    `M0 ${draw.height}V${round(draw.height * 0.62)}H${draw.width}V${draw.height}Z`,
    ridge(draw, 0.9, 0.08, 5),
  ],
  town: (draw) => [houses(draw, 0.7, 0.34, 11), houses(draw, 0.78, 0.26, 7), ridge(draw, 0.88, 0.02, 2)],
  wood: (draw) => [ridge(draw, 0.62, 0.1, 4), trees(draw, 0.7, 0.34, 13), trees(draw, 0.78, 0.42, 8), ridge(draw, 0.88, 0.06, 3)],
  room({ width, height, random }) {
    const at = width * (0.12 + random() * 0.4)
    const [left, right, top, bottom, floor] = [
      round(at),
      round(at + width * 0.3),
      round(height * 0.14),
      round(height * 0.52),
      round(height * 0.78),
    ]
    // The wall leaves the window open to the sky.
    const wall = `M0 0H${width}V${height}H0ZM${left} ${top}V${bottom}H${right}V${top}Z`
    const table = round(width * (0.55 + random() * 0.1))
    return [
      wall,
      `M0 ${floor}H${width}V${height}H0ZM${round((left + right) / 2 - width * 0.006)} ${top}h${round(width * 0.012)}V${bottom}h${-round(width * 0.012)}Z`,
      `M${table} ${round(height * 0.64)}h${round(width * 0.3)}v${round(height * 0.035)}h${-round(width * 0.3)}ZM${table + round(width * 0.03)} ${round(height * 0.66)}h${round(width * 0.016)}V${round(height * 0.9)}h${-round(width * 0.016)}ZM${table + round(width * 0.255)} ${round(height * 0.66)}h${round(width * 0.016)}V${round(height * 0.9)}h${-round(width * 0.016)}Z`,
    ]
  },
}
