/** Milliseconds without typing before a search. */
const restMs = 250

type Page = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

/**
 * Calls `search` after a pause in typing, and never between a press and its click: new results would move what is pressed, and a search that
 * navigates would replace the navigation of a pressed link. A press that leaves the page drops the search. Returns its cancellation.
 */
export function afterRest(search: () => void, { page, leaves }: { page: Page; leaves: (event: Event) => boolean }): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(search, ms)
  }
  const listeners: Record<string, (event: Event) => void> = {
    pointerdown: () => clearTimeout(timer),
    pointerup: () => wait(restMs),
    pointercancel: () => wait(restMs),
    // The handlers of the click come first.
    click: (event) => (leaves(event) ? clearTimeout(timer) : wait(0)),
  }
  for (const [type, listener] of Object.entries(listeners)) page.addEventListener(type, listener, { capture: true })
  wait(restMs)
  return () => {
    clearTimeout(timer)
    for (const [type, listener] of Object.entries(listeners)) page.removeEventListener(type, listener, { capture: true })
  }
}

/** Whether a click opens another page in this window. */
export function leavesPage(event: Event): boolean {
  if (!(event instanceof MouseEvent) || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return false
  const link = event.target instanceof Element ? event.target.closest('a') : null
  return link !== null && link.target !== '_blank' && link.pathname !== window.location.pathname
}
