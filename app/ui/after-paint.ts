/**
 * Runs once the browser has shown what the press has changed so far. What is seen at once comes first, the work that a press also
 * means comes a frame later: a slow device then answers every press at once. A hidden page paints nothing, and need not be waited for.
 */
export function afterPaint(run: () => void): void {
  if (document.visibilityState === 'hidden') return run()
  requestAnimationFrame(() => setTimeout(run))
}
