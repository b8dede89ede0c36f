import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Random } from '../../random.ts'
import type { Thing } from '../../understanding/understanding.ts'
import type { Rgb } from '../colour.ts'
import { paints } from '../paints.ts'
import type { Stage } from '../stage.ts'
import { isDark } from './pen.ts'
import type { Pen } from './pen.ts'

export function createPen(
  g: SKRSContext2D,
  stage: Stage,
  thing: Thing,
  options: { random: Random; seconds: number; haze: number; mirrored: boolean },
): Pen {
  const colour = stage.brief.thingColours[thing]
  const side = stage.lightDirection[0] < 0 ? -1 : 1
  return {
    g,
    stage,
    random: options.random,
    seconds: options.seconds,
    haze: options.haze,
    lightSide: options.mirrored ? (side < 0 ? 1 : -1) : side,
    dark: isDark(stage),
    glows: true,
    own: (usual: Rgb) => (colour ? paints[colour] : usual),
  }
}
