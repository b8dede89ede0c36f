import { createCanvas } from '@napi-rs/canvas'
import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Layers } from './settings/common.ts'
import type { Layer, Stage } from './stage.ts'

/** Layers over the whole picture: darker corners, and the requested tones. */
export function* finishLayers(stage: Stage): Layers {
  const { tones } = stage.brief
  if (!stage.flat) yield vignetteLayer(stage)
  if (tones.has('monochrome')) yield toneLayer(stage, 'saturation', '#808080', 1)
  if (tones.has('sepia')) yield toneLayer(stage, 'color', '#a8845a', 0.92)
}

const toneLayer = ({ width, height }: Stage, operation: 'saturation' | 'color', colour: string, alpha: number): Layer => ({
  paint(g) {
    g.save()
    g.globalCompositeOperation = operation
    g.globalAlpha = alpha
    g.fillStyle = colour
    g.fillRect(0, 0, width, height)
    g.restore()
  },
})

/** Darkens the corners slightly, which leads the eye inwards. */
function vignetteLayer(stage: Stage): Layer {
  // A still needs it once; a film would compute it in every frame.
  if (stage.still) return { paint: (g) => drawVignette(g, stage) }
  const canvas = createCanvas(stage.width, stage.height)
  drawVignette(canvas.getContext('2d'), stage)
  return { paint: (target) => target.drawImage(canvas, 0, 0) }
}

function drawVignette(g: SKRSContext2D, { width, height }: Stage): void {
  const [x, y] = [width / 2, height / 2]
  const vignette = g.createRadialGradient(x, y, Math.min(width, height) * 0.48, x, y, Math.hypot(width, height) * 0.58)
  vignette.addColorStop(0, 'rgba(0,0,10,0)')
  vignette.addColorStop(1, 'rgba(0,0,12,0.24)')
  g.fillStyle = vignette
  g.fillRect(0, 0, width, height)
}
