import { pick, randomFor } from '../random.ts'
import type { Brief } from './brief.ts'
import { applyColours, applyPartColours, applyTones, avoidColours, moonlit, takeOver, underAurora } from './colour-words.ts'
import { hex, mix, multiply, scale } from './colour.ts'
import type { Rgb } from './colour.ts'
import type { Palette } from './palette.ts'
import type { Reference } from './reference.ts'
import { graded } from './recolour.ts'
import { closedSkies, openSkies, stormSkies } from './skies.ts'

const flowerSets: readonly [Rgb[], ...Rgb[][]] = [
  [hex('#e8553f'), hex('#f7c548'), hex('#f4f0e6')],
  [hex('#9b6fd1'), hex('#f2a7c8'), hex('#f7f1ff')],
  [hex('#f29f3d'), hex('#e86a92'), hex('#fff2b8')],
  [hex('#d9433f'), hex('#f4efe2'), hex('#e88f3a')],
]

/** Printing inks are more saturated than the colours they imitate. */
const inPrint = graded(1.03, 1.35, 0.015)

const autumnFoliage = ['#c8742a', '#b8492c', '#d49a32', '#c25f2b'] as const

export function choosePalette(brief: Brief, seed: number, reference?: Reference | null): Palette {
  const random = randomFor(seed, 'palette')
  const skies = brief.storm ? stormSkies : brief.sky === 'overcast' ? closedSkies : openSkies
  // The index is the same at any time of day, so a day that turns into night keeps its character.
  const position = random()
  const choices = skies[brief.time]
  const choice = choices[Math.floor(position * choices.length)] ?? choices[0]
  const sky = choice.sky.map(hex)
  const horizon = sky.at(-1) ?? hex('#ffffff')
  const light = hex(choice.light)
  const ambient = hex(choice.ambient)
  const night = brief.time === 'night'
  const low = brief.time === 'dusk' || brief.time === 'dawn'
  const rock = hex(pick(random, ['#7d7672', '#6e7480', '#8a7765', '#757068', '#80706c']))
  const grass = hex(pick(random, ['#6f8f3f', '#5f8c4a', '#86964a', '#749a4c']))
  const foliage = hex(pick(random, ['#365a36', '#2c4f42', '#465f36', '#2f5640']))
  const water = hex(pick(random, ['#1d4e63', '#1c4a70', '#1f5a5c', '#1a5670']))
  const autumn = hex(pick(random, autumnFoliage))
  const flowers = pick(random, flowerSets)
  const [firstAccent = hex('#e8553f'), ...otherAccents] = flowers
  const inAutumn = brief.season === 'autumn'
  const leaves = inAutumn ? autumn : brief.season === 'spring' ? mix(foliage, hex('#7fa646'), 0.4) : foliage
  const palette: Palette = {
    sky,
    light,
    ambient,
    haze: mix(horizon, sky[2] ?? horizon, brief.fog ? 0.15 : 0.35),
    sunDisc: night ? hex('#f2f4ff') : mix(light, [255, 255, 255], low ? 0.65 : 0.85),
    cloudLit: night
      ? mix(ambient, light, 0.35)
      : mix(light, [255, 255, 255], brief.time === 'day' && brief.sky !== 'overcast' ? 0.75 : 0.22),
    cloudShade: night ? mix(sky[1] ?? ambient, ambient, 0.5) : mix(sky[1] ?? ambient, ambient, 0.6),
    rock,
    earth: hex(pick(random, ['#7a6a4c', '#6d6350'])),
    grass: inAutumn ? hex('#a08a45') : grass,
    sand: hex(pick(random, ['#d9a566', '#e0b67c', '#c98f5c', '#d98f5e'])),
    snow: hex('#f3f6fb'),
    foliage: leaves,
    water: night ? mix(water, hex('#081428'), 0.72) : brief.sky === 'overcast' ? mix(water, hex('#3c4a52'), 0.45) : water,
    dye: null,
    ink: scale(multiply(mix(leaves, hex('#202833'), 0.75), mix(ambient, light, 0.2)), night ? 0.45 : 0.6),
    accents: [firstAccent, ...otherAccents],
  }
  if (brief.snowy && !night) {
    // Snow reflects the blue of the sky into every shadow.
    palette.ambient = mix(palette.ambient, hex('#8ea8d4'), 0.34)
    palette.haze = mix(palette.haze, hex('#c3d2ea'), 0.25)
  }
  const printed = brief.style === 'paper' || brief.style === 'poster'
  if (printed && brief.time !== 'day') {
    // A printed evening has no daylight greens.
    const share = night ? 0.5 : 0.22
    // Inks keep their colour under an evening sky.
    if (!night) {
      palette.light = mix(light, [255, 255, 255], 0.34)
      palette.ambient = mix(ambient, [214, 206, 214], 0.4)
    }
    const evening = sky[2] ?? ambient
    if (night) palette.ambient = mix(ambient, sky[4] ?? ambient, 0.7)
    for (const part of ['grass', 'foliage', 'rock', 'earth'] as const) palette[part] = inPrint(mix(palette[part], evening, share))
  }
  const lit = night && !printed ? moonlit(brief.places.has('aurora') ? underAurora(palette, brief) : palette) : palette
  const coloured = applyPartColours(applyColours(lit, brief), brief)
  const toned = applyTones(coloured, brief)
  const allowed = avoidColours(toned, brief)
  return reference ? takeOver(allowed, reference) : allowed
}
