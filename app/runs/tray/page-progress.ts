import { useEffect } from 'react'
import { useMediaQuery } from '#app/ui/page/media-query.ts'
import { plainTitle } from '../../shell/chrome/plain-title.ts'

/** “42 % · Image · Quartet”, with the locale's percentage. */
export const titleWith = (title: string, percent: string | null) => (percent ? `${percent} · ${plainTitle(title)}` : plainTitle(title))

const bars = [
  { x: 1, height: 12, color: '#e5604c' },
  { x: 7, height: 22, color: '#9a6be0' },
  { x: 13, height: 16, color: '#1fa28a' },
  { x: 19, height: 8, color: '#c98a1b' },
] as const

/** The animated logo: each bar has its own phase, and the unfinished part is pale. `beat` counts up, or stays constant. */
export function playingMark(progress: number | null, beat: number): string {
  const drawn = bars.map(({ x, height, color }, index) => {
    const tall = height * (1 - 0.35 * Math.abs(Math.sin(beat * 0.9 + index * 1.3)))
    const isDone = progress === null || progress * bars.length >= index + 0.5
    return `<rect x="${x}" y="${(12 - tall / 2).toFixed(2)}" width="4" height="${tall.toFixed(2)}" rx="2" fill="${color}"${isDone ? '' : ' opacity=".4"'}/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${drawn.join('')}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

const beatMs = 500

type PageProgress = {
  running: boolean
  /** 0–1, or null if unknown. */
  progress: number | null
  percent: (share: number) => string
}

/** Shows progress in the tab's title and icon, for people in another tab. With reduced motion the icon does not move. */
export function usePageProgress({ running, progress, percent }: PageProgress) {
  const still = useMediaQuery('(prefers-reduced-motion: reduce)')
  const words = running && progress !== null ? percent(progress) : null

  useEffect(() => {
    const title = document.querySelector('title')
    if (!title) return
    const show = () => {
      const wanted = titleWith(title.textContent, words)
      if (title.textContent !== wanted) title.textContent = wanted
    }
    show()
    // A page opened meanwhile sets its own title.
    const watch = new MutationObserver(show)
    watch.observe(title, { childList: true, characterData: true, subtree: true })
    return () => {
      watch.disconnect()
      title.textContent = plainTitle(title.textContent)
    }
  }, [words])

  const quarter = progress === null ? null : Math.floor(progress * 4) / 4
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"][type="image/svg+xml"]')
    if (!icon || !running) return
    const own = icon.href
    let beat = 0
    const draw = () => {
      icon.href = playingMark(quarter, beat)
      beat += 1
    }
    draw()
    const timer = still ? undefined : setInterval(draw, beatMs)
    return () => {
      clearInterval(timer)
      icon.href = own
    }
  }, [running, quarter, still])
}
