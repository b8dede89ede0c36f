import { expect, type Locator } from '@playwright/test'

type SeenOptions = {
  /** The point that is looked at, as shares of the width and height; the center by default. A player may have a button there. */
  at?: readonly [number, number]
  /** Milliseconds; those of every expectation by default. */
  timeout?: number
}

/**
 * Expects that a person sees this element, which `toBeVisible` does not ask: it is scrolled into the window, has a size, is not transparent,
 * and nothing that paints lies over its center. An image must have loaded, too.
 */
export async function seen(locator: Locator, { at = [0.5, 0.5], timeout }: SeenOptions = {}): Promise<void> {
  // A navigation ends a look, and the next one is at the new page.
  const look = () => locator.evaluateAll(lookAt, at).catch((error: Error) => error.message)
  await expect.poll(look, { message: `${locator} is seen`, ...(timeout !== undefined && { timeout }) }).toBe('seen')
}

/** Runs in the page. Returns “seen”, or the reason why the only element of the list is not. */
function lookAt(elements: (HTMLElement | SVGElement)[], [across, down]: readonly [number, number]): string {
  const [element] = elements
  if (!element || elements.length > 1) return `${elements.length} elements`
  if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) return 'hidden'
  if (element instanceof HTMLImageElement && !(element.complete && element.naturalWidth > 0)) return 'not loaded'
  const pointOf = () => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: left + width * across, y: top + height * down, hasSize: width > 0 && height > 0 }
  }
  const isInside = ({ x, y }: { x: number; y: number }) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight
  if (!isInside(pointOf())) element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const point = pointOf()
  if (!point.hasSize) return 'without size'
  if (!isInside(point)) return 'outside the window'

  const parentOf = (node: Element): Element | null => {
    const root = node.getRootNode()
    return node.assignedSlot ?? node.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
  }
  /** A disabled button is half transparent. */
  let opacity = 1
  for (let node: Element | null = element; node; node = parentOf(node)) opacity *= Number(getComputedStyle(node).opacity)
  if (opacity < 0.5) return `transparent: ${opacity}`

  const isWithin = (node: Element): boolean => {
    for (let part: Element | null = node; part; part = parentOf(part)) if (part === element) return true
    return false
  }
  const paints = (node: Element): boolean => {
    const { backgroundColor, backgroundImage, backdropFilter, opacity: own, visibility } = getComputedStyle(node)
    if (Number(own) === 0 || visibility !== 'visible') return false
    if (/^(?:img|svg|path|canvas|video|picture)$/i.test(node.tagName)) return true
    const isClear = /^transparent$|^rgba\(.*, 0\)$|\/ 0\)$/.test(backgroundColor)
    return !isClear || backgroundImage !== 'none' || backdropFilter !== 'none'
  }
  // A veil that takes no pointer covers just as well.
  const takesPointer = new CSSStyleSheet()
  takesPointer.replaceSync('* { pointer-events: auto !important }')
  document.adoptedStyleSheets.push(takesPointer)
  try {
    const deepest = (root: Document | ShadowRoot): Element[] =>
      root.elementsFromPoint(point.x, point.y).flatMap((node) => {
        const inner = node.shadowRoot && node.shadowRoot !== root ? deepest(node.shadowRoot).filter((part) => part !== node) : []
        return [...inner, node]
      })
    for (const node of deepest(document)) {
      if (isWithin(node)) return 'seen'
      if (!paints(node)) continue
      // A bar at the edge of the window covers what scrolls under it; the next look is at the middle.
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
      return `under <${node.tagName.toLowerCase()} class="${node.getAttribute('class') ?? ''}">`
    }
    return 'clipped'
  } finally {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== takesPointer)
  }
}
