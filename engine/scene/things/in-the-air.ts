import { galaxyLayer } from '../layers/nebula.ts'
import type { Layer, Stage } from '../stage.ts'
import { fireworksLayer } from './fireworks.ts'
import { balloonsLayer, birdsLayer, lanternsLayer, rocketLayer } from './flying.ts'
import { paleMoonLayer, planetsInSkyLayer, rainbowLayer, skyShapesLayer } from './in-the-sky.ts'

/** Things of the sky itself, behind the clouds and all scenery. */
export function skyThingsLayers(stage: Stage): Layer[] {
  const { things } = stage.brief
  const layers: Layer[] = []
  if (things.has('galaxy')) layers.push(overTheSky(galaxyLayer(stage), stage.height * 0.24))
  if (things.has('planet')) layers.push(planetsInSkyLayer(stage))
  if (things.has('moon') && stage.brief.time !== 'night') layers.push(paleMoonLayer(stage))
  if (things.has('rainbow') && stage.brief.setting !== 'waterfall') layers.push(rainbowLayer(stage))
  if (things.has('heart') || things.has('circle') || things.has('triangle') || things.has('square')) layers.push(skyShapesLayer(stage))
  return layers
}

/** Flying things in front of the scenery. */
export function airThingsLayers(stage: Stage): Layer[] {
  const { things, setting } = stage.brief
  for (const thing of ['firework', 'rocket', 'balloon', 'bird'] as const) if (things.has(thing)) stage.shown.add(thing)
  const layers: Layer[] = []
  if (things.has('firework')) layers.push(fireworksLayer(stage))
  if (things.has('rocket')) layers.push(rocketLayer(stage))
  if (things.has('balloon')) layers.push(balloonsLayer(stage))
  if (things.has('bird')) layers.push(birdsLayer(stage))
  if (things.has('lantern') && setting !== 'street' && setting !== 'city') {
    stage.shown.add('lantern')
    layers.push(lanternsLayer(stage))
  }
  return layers
}

/** Light from beyond the sky, raised above the horizon. */
const overTheSky = (layer: Layer, raised: number): Layer => ({
  paint(g, moment) {
    g.save()
    g.globalCompositeOperation = 'screen'
    g.globalAlpha = 0.85
    g.translate(0, -raised)
    layer.paint(g, moment)
    g.restore()
  },
})
