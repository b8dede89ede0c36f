/**
 * Runs after the next paint. Immediate feedback comes first and the expensive work of a click a frame later, so that a slow device responds
 * at once. On a hidden page nothing is painted and it runs at once.
 */
export function afterPaint(run: () => void): void {
  if (document.visibilityState === 'hidden') return run()
  requestAnimationFrame(() => setTimeout(run))
}
