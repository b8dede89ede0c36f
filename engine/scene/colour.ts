/** Red, green and blue, 0..255, gamma-encoded sRGB; not rounded until it is drawn. */
export type Rgb = readonly [number, number, number]

export function hex(code: string): Rgb {
  const value = Number.parseInt(code.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

export const mix = (from: Rgb, to: Rgb, share: number): Rgb => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
]

export const scale = (colour: Rgb, factor: number): Rgb => [
  Math.min(255, colour[0] * factor),
  Math.min(255, colour[1] * factor),
  Math.min(255, colour[2] * factor),
]

/** Multiplies two colours, as if the first were lit by the second. */
export const multiply = (colour: Rgb, light: Rgb): Rgb => [
  (colour[0] * light[0]) / 255,
  (colour[1] * light[1]) / 255,
  (colour[2] * light[2]) / 255,
]

export const css = (colour: Rgb, alpha = 1) =>
  `rgba(${Math.round(colour[0])},${Math.round(colour[1])},${Math.round(colour[2])},${alpha.toFixed(3)})`

/** A colour on a ramp of evenly spaced colours, 0..1. */
export function onRamp(ramp: readonly Rgb[], position: number): Rgb {
  const scaled = Math.max(0, Math.min(1, position)) * (ramp.length - 1)
  const index = Math.min(ramp.length - 2, Math.floor(scaled))
  const from = ramp[index] ?? [0, 0, 0]
  return mix(from, ramp[index + 1] ?? from, scaled - index)
}

/** Lightness 0..1, chroma about 0..0.4, hue in radians (Ottosson's OKLab in polar form). */
export type Oklch = { lightness: number; chroma: number; hue: number }

const toLinear = (value: number) => {
  const unit = value / 255
  return unit <= 0.04045 ? unit / 12.92 : ((unit + 0.055) / 1.055) ** 2.4
}

const toGamma = (value: number) => {
  const unit = Math.max(0, Math.min(1, value))
  return 255 * (unit <= 0.0031308 ? unit * 12.92 : 1.055 * unit ** (1 / 2.4) - 0.055)
}

export function toOklch(colour: Rgb): Oklch {
  const r = toLinear(colour[0])
  const g = toLinear(colour[1])
  const b = toLinear(colour[2])
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const greenRed = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const blueYellow = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(greenRed, blueYellow),
    hue: Math.atan2(blueYellow, greenRed),
  }
}

export function fromOklch({ lightness, chroma, hue }: Oklch): Rgb {
  const greenRed = chroma * Math.cos(hue)
  const blueYellow = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * greenRed + 0.2158037573 * blueYellow) ** 3
  const m = (lightness - 0.1055613458 * greenRed - 0.0638541728 * blueYellow) ** 3
  const s = (lightness - 0.0894841775 * greenRed - 1.291485548 * blueYellow) ** 3
  return [
    toGamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    toGamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    toGamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}
