import { css, mix } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import type { StyleKind, StyleStage, Treatment } from './style.ts'
import { paperSheet, printGrain } from './texture.ts'

/** Bold flat shapes as in a print: grain of the ink, and a margin of paper. */
export const poster: StyleKind = { scale: () => 1, open: openPoster }
/** Overlapping sheets of cut paper; the scene has already drawn the shadows between them. */
export const paper: StyleKind = { scale: () => 1, open: openPaper }

function openPoster(stage: StyleStage): Treatment {
  const grain = printGrain(stage.random('print grain'), stage.size, 0.11)
  const sheet: Rgb = mix([248, 241, 226], stage.palette.light, 0.08)
  const margin = stage.bare ? 0 : Math.round(stage.unit * 0.03)
  const { width, height } = stage.size
  return {
    apply(g, scene) {
      g.drawImage(scene, 0, 0)
      g.globalCompositeOperation = 'overlay'
      g.drawImage(grain, 0, 0)
      g.globalCompositeOperation = 'source-over'
      g.fillStyle = css(sheet)
      g.fillRect(0, 0, width, margin)
      g.fillRect(0, height - margin, width, margin)
      g.fillRect(0, 0, margin, height)
      g.fillRect(width - margin, 0, margin, height)
    },
  }
}

function openPaper(stage: StyleStage): Treatment {
  const sheet = paperSheet(stage.random('card'), stage.size, {
    tooth: Math.max(2.4, stage.unit / 260),
    strength: 0.16,
    tint: [255, 253, 250],
  })
  const { width, height } = stage.size
  return {
    apply(g, scene) {
      g.drawImage(scene, 0, 0)
      g.globalCompositeOperation = 'multiply'
      g.drawImage(sheet, 0, 0)
      g.globalCompositeOperation = 'soft-light'
      const light = g.createLinearGradient(0, 0, width * 0.7, height)
      light.addColorStop(0, 'rgba(255,250,235,0.34)')
      light.addColorStop(1, 'rgba(20,16,40,0.16)')
      g.fillStyle = light
      g.fillRect(0, 0, width, height)
      g.globalCompositeOperation = 'source-over'
    },
  }
}
