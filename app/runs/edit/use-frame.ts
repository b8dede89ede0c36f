import { useState } from 'react'
import type { Sides } from './edit-models.ts'

export const sideNames = ['left', 'right', 'up', 'down'] as const
export type SideName = (typeof sideNames)[number]
export const noSides: Sides = { left: 0, right: 0, up: 0, down: 0 }

type Size = { width: number; height: number }

/** Returns how much to add on each side, evenly, for a shape; nothing is cut off. */
export function sidesFor({ width, height }: Size, ratio: number, most: number): Sides {
  const wider = Math.max(0, Math.round((height * ratio - width) / 2))
  const higher = Math.max(0, Math.round((width / ratio - height) / 2))
  const within = (added: number) => Math.min(most, added)
  return { left: within(wider), right: within(wider), up: within(higher), down: within(higher) }
}

/** The frame around an image. Each side can be moved outward by at most `most` pixels. */
export function useFrame(most: number) {
  const [sides, setSides] = useState<Sides>(noSides)
  return {
    sides,
    most,
    setSides,
    setSide: (name: SideName, value: number) =>
      setSides((current) => ({ ...current, [name]: Math.min(most, Math.max(0, Math.round(value))) })),
  }
}
export type Frame = ReturnType<typeof useFrame>
