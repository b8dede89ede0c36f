import { between } from '../../random.ts'
import { countOf } from '../brief.ts'
import type { Stage } from '../stage.ts'
import { floatingLayers } from '../things/floating.ts'
import type { Layers } from './common.ts'
import { floorLayer, growthLayer, reefLayer } from './underwater/reef.ts'
import { namedFishLayer, schoolLayer, whaleLayer } from './underwater/sea-life.ts'
import { bubblesLayer, shaftsLayer, waterBody, waterColours } from './underwater/water-body.ts'

/** Under the sea: light from above, a reef, weeds that sway, fish and sometimes a whale. */
export function* underwater(stage: Stage): Layers {
  const { brief, unit, height } = stage
  const random = stage.familyRandom('underwater')
  const water = waterColours(stage, random)
  const floor = height * between(random, 0.76, 0.88)
  const shallow = random() < 0.6
  yield waterBody(stage, water)
  if (!stage.flat) yield shaftsLayer(stage, water.light)
  yield reefLayer(stage, { part: 'far reef', row: floor - unit * 0.1, tall: unit * 0.26, haze: 0.74, depth: 0.2, water })
  const whales = countOf(brief, 'whale', random, [1, 1])
  if (whales > 0) stage.shown.add('whale')
  for (let index = 0; index < whales; index += 1) yield whaleLayer(stage, index, whales, water)
  yield schoolLayer(stage, {
    part: 'far school',
    count: brief.without.things.includes('fish') ? 0 : 46,
    size: 0.014,
    haze: 0.55,
    depth: 0.3,
    water,
  })
  yield reefLayer(stage, { part: 'middle reef', row: floor, tall: unit * 0.22, haze: 0.42, depth: 0.42, water })
  yield floorLayer(stage, { row: floor, water })
  yield growthLayer(stage, { part: 'far growth', row: floor + unit * 0.02, count: 26, size: 0.1, haze: 0.36, depth: 0.5, water })
  yield namedFishLayer(stage, water, shallow)
  yield* floatingLayers(stage, ['fish', 'whale', 'sun', 'moon'])
  yield growthLayer(stage, { part: 'near growth', row: height * 0.99, count: 20, size: 0.2, haze: 0.05, depth: 0.85, water })
  yield bubblesLayer(stage)
}
