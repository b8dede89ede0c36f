import { between } from '../../random.ts'
import { bloomLayer } from '../layers/sky.ts'
import { drawPicture, pictureLayer } from '../stage.ts'
import type { Stage } from '../stage.ts'
import { airThingsLayers } from '../things/in-the-air.ts'
import { skyLayers, weatherLayers } from './common.ts'
import type { Layers } from './common.ts'
import { drawHouse, rowOfHouses } from './street/houses.ts'
import { trafficLayers, walkersLayers } from './street/life.ts'
import { furnitureLayer, glowLayer, lampPosts, reflectionsLayer } from './street/lights.ts'
import { mirrorPicture, roadPicture } from './street/road.ts'
import { lampColour, road, roadDepth } from './street/street-plan.ts'
import type { Glow, Projection } from './street/street-plan.ts'

/** A street between two rows of houses that runs to a vanishing point, with lamps, people and reflections on the wet road. */
export function* street(stage: Stage): Layers {
  const { brief, width, horizon, focal } = stage
  const random = stage.familyRandom('street')
  const vanishing = width * (0.5 + (stage.focus - 0.5) * between(random, 0.5, 1.1))
  const wet = brief.falling === 'rain' || brief.storm || (brief.time === 'night' && !brief.snowy && random() < 0.75)
  const dark = brief.time === 'night' || brief.time === 'dusk' || brief.storm || brief.falling === 'rain'
  const zoom = focal * 0.92
  // The eye is high enough over the road for its nearest part to lie below the lower edge.
  const eye = Math.max(road.eye, ((stage.height + stage.lift - horizon) / zoom) * 0.72)
  const project: Projection = (across, up, away) => [vanishing + (across * zoom) / away, horizon + ((eye - up) * zoom) / away]
  const houses = rowOfHouses(stage, random)
  const glows: Glow[] = []
  yield* skyLayers(stage)
  const facades = drawPicture(stage, (g) => {
    for (const house of houses) drawHouse(g, stage, house, project, dark, glows)
    stage.checkpoint()
  })
  yield pictureLayer(stage, roadPicture(stage, project), roadDepth)
  yield pictureLayer(stage, facades, roadDepth)
  if (wet && !stage.linear)
    yield pictureLayer(
      stage,
      mirrorPicture(stage, project, (g, mirrored) => houses.forEach((house) => drawHouse(g, stage, house, mirrored, dark, []))),
      roadDepth,
    )
  const lamps = brief.without.things.includes('lantern') ? [] : lampPosts(random)
  if (dark)
    for (const lamp of lamps) glows.push({ across: lamp.across * 0.86, up: 0.62, away: lamp.away, colour: lampColour(stage), size: 0.05 })
  if (wet && !stage.linear) yield reflectionsLayer(stage, glows, project)
  yield furnitureLayer(stage, { project, lamps, dark })
  yield* trafficLayers(stage, { project, dark, wet })
  yield* walkersLayers(stage, { project, dark, wet })
  if (dark) yield glowLayer(stage, glows, project)
  yield* airThingsLayers(stage)
  const bloom = bloomLayer(stage)
  if (bloom) yield bloom
  yield* weatherLayers(stage)
}
