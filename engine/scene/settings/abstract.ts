import { discsLayer, sheetsLayer, tilesLayer } from '../abstract/cuts.ts'
import { contoursLayer, flowLayer, gradientLayer, liquidLayer, ribbonsLayer } from '../abstract/fields.ts'
import { chooseRamp } from '../abstract/ramp.ts'
import type { Stage } from '../stage.ts'
import { floatingLayers } from '../things/floating.ts'
import type { Layers } from './common.ts'

const kinds = [liquidLayer, ribbonsLayer, sheetsLayer, tilesLayer, flowLayer, contoursLayer, discsLayer, gradientLayer]

/** A picture of shape and colour alone; the seed chooses its kind. */
export function* abstract(stage: Stage): Layers {
  const random = stage.familyRandom('abstract kind')
  const kind = kinds[Math.floor(random() * kinds.length)] ?? liquidLayer
  yield kind(stage, chooseRamp(stage))
  yield* floatingLayers(stage, [])
}
