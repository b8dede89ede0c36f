import type { KeyboardEvent } from 'react'
import { type Player, speeds } from './use-player.ts'

const seekSeconds = 5
const volumeStep = 0.1

/**
 * Handles the player's keys, wherever in it the focus is: space or K plays, ← → seek five seconds, ↑ ↓ change the volume, M mutes, C shows
 * captions, L repeats, P opens picture in picture, F full screen, comma and period step by a frame, < > change the speed, 0–9 seek to a
 * tenth.
 */
export function onKey(event: KeyboardEvent<HTMLElement>, player: Player): void {
  if (event.altKey || event.metaKey || event.ctrlKey || event.defaultPrevented) return
  const key = keyOf(event)
  const onButton = event.target instanceof HTMLElement && event.target.closest('button, [role^="menu"]') !== null
  // A focused button already reacts to space.
  if (key === ' ' && onButton) return
  const command = /^\d$/.test(key) ? () => player.seek((player.total * Number(key)) / 10) : commands[key]
  if (!command) return
  event.preventDefault()
  event.stopPropagation()
  command(player)
}

const commands: Partial<Record<string, (player: Player) => void>> = {
  ' ': ({ toggle }) => toggle(),
  k: ({ toggle }) => toggle(),
  ArrowLeft: ({ seekBy }) => seekBy(-seekSeconds),
  ArrowRight: ({ seekBy }) => seekBy(seekSeconds),
  ArrowUp: ({ video, setVolume }) => setVolume((video.current?.volume ?? 1) + volumeStep),
  ArrowDown: ({ video, setVolume }) => setVolume((video.current?.volume ?? 1) - volumeStep),
  Home: ({ seek }) => seek(0),
  End: ({ seek, total }) => seek(total),
  m: ({ toggleMuted }) => toggleMuted(),
  c: ({ setCaptioned, captioned }) => setCaptioned(!captioned),
  l: ({ setRepeats, repeats }) => setRepeats(!repeats),
  p: ({ togglePictureInPicture }) => togglePictureInPicture(),
  f: ({ toggleFull }) => toggleFull(),
  ',': ({ step }) => step(-1),
  '.': ({ step }) => step(1),
  '<': (player) => changeSpeed(player, -1),
  '>': (player) => changeSpeed(player, 1),
}

function changeSpeed({ speed, setSpeed }: Player, by: -1 | 1) {
  const index = Math.min(speeds.length - 1, Math.max(0, speeds.indexOf(speed) + by))
  setSpeed(speeds[index] ?? 1)
}

/** Returns letters and signs by their position on the keyboard, so that they work with other alphabets too. */
function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (code === 'Comma') return shiftKey ? '<' : ','
  if (code === 'Period') return shiftKey ? '>' : '.'
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key
}
