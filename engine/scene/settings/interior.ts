import type { Stage } from '../stage.ts'
import type { Layers } from './common.ts'
import { livingLayers } from './interior/indoors.ts'
import { openRoom } from './interior/room.ts'
import { sillLayer } from './interior/sill.ts'
import { roomLayer } from './interior/wall.ts'
import { glassRainLayer, viewLayer } from './interior/window.ts'
import type { Outside } from './interior/window.ts'

/** A room with a window: the view, rain on the glass, curtains, and things on the sill. */
export function* interior(stage: Stage, outside: Outside): Layers {
  const room = openRoom(stage)
  const { brief } = stage
  yield viewLayer(stage, room.pane, outside)
  if (brief.falling === 'rain' || brief.storm) yield glassRainLayer(stage, room.pane)
  yield roomLayer(room)
  yield sillLayer(room)
  yield* livingLayers(room)
}
