import type { SKRSContext2D } from '@napi-rs/canvas'
import { css } from '../colour.ts'
import type { Stage } from '../stage.ts'

/** The shadow of a thing on the ground, on the side away from the light. */
export function drawContactShadow(
  g: SKRSContext2D,
  stage: Stage,
  at: { x: number; y: number; wide: number; tall: number; haze: number },
): void {
  const { brief, lightDirection } = stage
  const sunny = brief.sky !== 'overcast' && !brief.storm && !brief.fog
  const strength = (sunny ? (brief.time === 'night' ? 0.26 : 0.34) : 0.18) * (1 - at.haze)
  const half = at.wide * 0.46
  const flat = Math.max(1, at.wide * 0.05)
  g.fillStyle = css([14, 16, 40], strength * 0.8)
  g.beginPath()
  g.ellipse(at.x, at.y, half, flat, 0, 0, 2 * Math.PI)
  g.fill()
  if (!sunny) return
  const away = lightDirection[0] < 0 ? 1 : -1
  const long = at.tall * (brief.time === 'day' ? 0.5 : 1.15)
  // The shadow falls towards the viewer if the light is behind the thing.
  const lean = (lightDirection[2] > 0 ? 1 : -1) * long * 0.16
  const fade = g.createLinearGradient(at.x, 0, at.x + away * (half + long), 0)
  fade.addColorStop(0, css([14, 16, 40], strength))
  fade.addColorStop(1, css([14, 16, 40], 0))
  g.fillStyle = fade
  g.beginPath()
  g.moveTo(at.x - away * half * 0.8, at.y - flat * 0.5)
  g.quadraticCurveTo(at.x + away * (half + long * 0.5), at.y + lean * 0.4 - flat, at.x + away * (half + long), at.y + lean)
  g.quadraticCurveTo(at.x + away * (half + long * 0.4), at.y + lean * 0.6 + flat * 1.6, at.x - away * half * 0.8, at.y + flat * 0.8)
  g.fill()
}
