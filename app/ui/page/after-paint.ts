/**
 * Runs after the next paint: the feedback to a click comes first, its expensive work a frame later, so that a slow device responds at once.
 * On a hidden page, which is never painted, it runs at once.
 */
export function afterPaint(run: () => void): void {
  if (document.visibilityState === 'hidden') return run()
  requestAnimationFrame(() => setTimeout(run))
}
