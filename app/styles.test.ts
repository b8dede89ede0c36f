import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const styles = readFileSync(new URL('./styles.css', import.meta.url), 'utf8')

type Color = readonly [lightness: number, chroma: number, hue: number]
type Palette = ReadonlyMap<string, Color>

/** Reads the colors of a block, such as `--ink: oklch(22% 0.01 60)`. */
function readPalette(selector: string): Palette {
  const start = styles.indexOf(`\n${selector} {`)
  const block = styles.slice(start, styles.indexOf('\n}', start))
  const found = block.matchAll(/--([a-z-]+): oklch\((\d[\d.]*)% (\d[\d.]*) (\d[\d.]*)\);/g)
  return new Map([...found].map(([, name = '', lightness, chroma, hue]) => [name, [Number(lightness) / 100, Number(chroma), Number(hue)]]))
}

/** Returns the linear red, green and blue; the matrices are those of Oklab. */
function lightOf([lightness, chroma, hue]: Color): number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ].map((value) => Math.min(1, Math.max(0, value)))
}

const encoded = (light: number) => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055)
const decoded = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

/** Returns the light of a color, or of a layer on another color, such as `ink/10 on surface`. */
function lightBy(palette: Palette, name: string): number[] {
  const [, top = name, percent, below] = /^([a-z-]+)\/(\d+) on ([a-z-]+)$/.exec(name) ?? []
  const color = palette.get(top)
  if (!color) throw new Error(`the palette has no ${top}`)
  if (percent === undefined || below === undefined) return lightOf(color)
  const share = Number(percent) / 100
  const ground = lightBy(palette, below)
  // Browsers mix encoded values.
  return lightOf(color).map((light, index) => decoded(share * encoded(light) + (1 - share) * encoded(ground[index] ?? 0)))
}

/** Relative luminance of WCAG 2: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminanceOf([red = 0, green = 0, blue = 0]: number[]): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(palette: Palette, one: string, other: string): number {
  const [low = 0, high = 0] = [one, other].map((name) => luminanceOf(lightBy(palette, name))).toSorted((first, second) => first - second)
  return (high + 0.05) / (low + 0.05)
}

const states = ['danger', 'warn', 'ok']
const kinds = ['text-kind', 'image-kind', 'audio-kind', 'video-kind']
const grounds = ['paper', 'surface', 'wash']
/** Controls under the pointer, and chosen ones. */
const layers = ['ink/6 on paper', 'ink/7 on surface', 'ink/10 on surface']
const soft = [...states, ...kinds].map((name) => `${name}-soft`)

const pairs = (names: readonly string[], others: readonly string[]) =>
  names.flatMap((name) => others.map((other) => [name, other] as const))
/** Colors of text, with what is behind it. */
const texts = [
  ...pairs(['ink', 'ink-soft'], [...grounds, ...layers, ...soft]),
  ...pairs([...states, ...kinds], grounds),
  ...[...states, ...kinds].map((name) => [name, `${name}-soft`] as const),
  ...pairs(['paper'], ['ink', ...states, ...kinds]),
]
/** Outlines of controls, and marks such as bars and waveforms. */
const shapes = pairs(['edge', ...kinds.map((kind) => `${kind}-mark`)], ['paper', 'surface'])

describe.each([
  ['light', readPalette(':root')],
  ['dark', readPalette('.dark')],
])('the %s theme', (_theme, palette) => {
  test.each(texts)('text in %s on %s has a contrast of at least 4.5:1 (WCAG 2.2 AA, 1.4.3)', (text, ground) => {
    expect(contrastOf(palette, text, ground)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(shapes)('a shape in %s on %s has a contrast of at least 3:1 (WCAG 2.2 AA, 1.4.11)', (shape, ground) => {
    expect(contrastOf(palette, shape, ground)).toBeGreaterThanOrEqual(3)
  })
})

test('both themes define the same colors', () => {
  expect([...readPalette('.dark').keys()]).toEqual([...readPalette(':root').keys()])
})
