import { createCanvas } from '@napi-rs/canvas'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import type { Thing } from '../../understanding/understanding.ts'
import { css, mix } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { moonCanvas } from '../layers/sky.ts'
import { planetPicture } from '../layers/planets.ts'
import { paints } from '../paints.ts'
import type { Stage } from '../stage.ts'
import { drawTree } from '../trees/forest.ts'
import { drawBird, drawCat, drawDeer, drawDog, drawFish, drawWhale } from './animals.ts'
import { drawSailingBoat } from './boats.ts'
import { drawCampfire } from './camp.ts'
import { drawTent } from './camp.ts'
import { drawCastle } from './towers.ts'
import { drawWindmill } from './towers.ts'
import { drawLighthouse } from './towers.ts'
import { drawCabin } from './houses.ts'
import { drawFlowerHead } from './flowers.ts'
import type { Pen } from './pen.ts'
import { drawPerson } from './people.ts'
import { drawCactus, drawLamp } from './plants.ts'
import { drawShape } from './shapes.ts'
import { drawBalloon, drawCar, drawRocket, drawTrain } from './vehicles.ts'

/** A thing on its own: its extents around its foot in multiples of its height, and its drawing. */
export type Portrait = { left: number; right: number; up: number; down: number; draw(pen: Pen, stage: Stage, size: number): void }

const box = (left: number, right: number, up: number, down: number, draw: Portrait['draw']): Portrait => ({ left, right, up, down, draw })
const pen = (left: number, right: number, up: number, down: number, draw: (pen: Pen) => void): Portrait =>
  box(left, right, up, down, (hand) => draw(hand))

const shape = (name: 'heart' | 'circle' | 'triangle' | 'square' | 'star', usual: Rgb): Portrait =>
  box(0.5, 0.5, 0.5, 0.5, (hand) => drawShape(hand.g, name, 1, hand.own(usual)))

export const portraits: Partial<Record<Thing, Portrait>> = {
  heart: shape('heart', paints.red),
  circle: shape('circle', paints.teal),
  triangle: shape('triangle', paints.orange),
  square: shape('square', paints.blue),
  star: shape('star', paints.gold),
  sun: box(0.72, 0.72, 0.72, 0.72, (hand) => drawSun(hand.g, hand.own([250, 190, 60]))),
  moon: box(0.5, 0.5, 0.5, 0.5, ({ g, own }, stage, size) => {
    const moon = moonCanvas({ ...stage, palette: { ...stage.palette, sunDisc: own([244, 240, 224]) } }, size / 2, -0.25)
    g.drawImage(moon, -0.5, -0.5, 1, 1)
  }),
  planet: box(1.15, 1.15, 0.62, 0.62, ({ g }, stage, size) => {
    const planet = planetPicture(stage, { radius: size / 2, ringed: true, banded: true, part: 'portrait' })
    const side = planet.width / size
    g.drawImage(planet, -side / 2, -side / 2, side, side)
  }),
  boat: pen(0.46, 0.54, 1.02, 0.06, drawSailingBoat),
  bird: box(1, 1, 0.46, 0.2, (hand) => drawBird(hand, 0.8, hand.own([70, 90, 120]))),
  fish: box(0.52, 0.52, 0.36, 0.34, (hand) =>
    drawFish(hand, hand.own([244, 130, 48]), mix(hand.own([250, 246, 236]), [255, 255, 255], 0.55)),
  ),
  whale: pen(1.2, 1.02, 0.4, 0.56, drawWhale),
  lighthouse: pen(0.12, 0.12, 1.02, 0.02, drawLighthouse),
  balloon: box(0.38, 0.38, 1.02, 0.02, (hand) => drawBalloon(hand, [hand.own([214, 62, 52]), [244, 214, 150]])),
  cabin: pen(0.82, 0.84, 1.05, 0.04, (hand) => drawCabin(hand, { smoke: false })),
  windmill: pen(0.5, 0.5, 1.14, 0.02, drawWindmill),
  castle: pen(0.62, 0.66, 1.16, 0.03, drawCastle),
  train: pen(2.95, 2.1, 1.2, 0.02, (hand) => drawTrain(hand, 1)),
  car: pen(1.34, 1.34, 1.02, 0.06, drawCar),
  tent: pen(0.82, 1.06, 0.94, 0.06, drawTent),
  campfire: pen(0.56, 0.56, 1.16, 0.1, drawCampfire),
  rocket: pen(0.29, 0.29, 1.02, 0.6, (hand) => drawRocket(hand, true)),
  tree: box(0.52, 0.52, 1.02, 0.03, (hand, stage, size) => drawTreeAt(hand, stage, size, 'broadleaf')),
  pine: box(0.27, 0.27, 1.02, 0.03, (hand, stage, size) => drawTreeAt(hand, stage, size, 'pine')),
  palm: box(0.72, 0.72, 1.12, 0.03, (hand, stage, size) => drawTreeAt(hand, stage, size, 'palm')),
  flower: pen(0.36, 0.36, 1.02, 0.02, drawFlowerHead),
  cactus: pen(0.34, 0.34, 1.02, 0.02, drawCactus),
  person: pen(0.24, 0.24, 1.02, 0.03, (hand) => drawPerson(hand, { stride: 0.4, umbrella: false, dress: false, hat: false })),
  cat: pen(0.34, 0.7, 1.04, 0.03, drawCat),
  dog: pen(0.56, 0.42, 1.02, 0.03, drawDog),
  deer: pen(0.42, 0.52, 1.14, 0.02, (hand) => drawDeer(hand, true)),
  lantern: pen(0.14, 0.14, 1.02, 0.02, drawLamp),
}

function drawSun(g: SKRSContext2D, colour: Rgb): void {
  g.fillStyle = css(mix(colour, [255, 140, 40], 0.25))
  for (let ray = 0; ray < 16; ray += 1) {
    const angle = (ray / 16) * 2 * Math.PI
    const long = ray % 2 === 0 ? 0.7 : 0.6
    g.beginPath()
    g.moveTo(Math.cos(angle - 0.11) * 0.45, Math.sin(angle - 0.11) * 0.45)
    g.lineTo(Math.cos(angle) * long, Math.sin(angle) * long)
    g.lineTo(Math.cos(angle + 0.11) * 0.45, Math.sin(angle + 0.11) * 0.45)
    g.fill()
  }
  drawShape(g, 'circle', 0.84, colour)
}

function drawTreeAt({ g, random }: Pen, stage: Stage, size: number, kind: 'broadleaf' | 'pine' | 'palm'): void {
  // Trees are drawn in pixels, so this one is drawn at a fixed size and then scaled.
  const tall = Math.max(200, Math.min(900, size))
  const canvas: Canvas = createCanvas(Math.ceil(tall * 1.6), Math.ceil(tall * 1.2))
  drawTree(canvas.getContext('2d'), stage, { x: tall * 0.8, y: tall * 1.12, tall, kind }, random)
  g.drawImage(canvas, -0.8, -1.12, 1.6, 1.2)
}
