import { all, need } from './dom.ts'

export type VideoMenu = {
  isOpen: () => boolean
  /** Opens or closes it, and moves the focus. */
  open: (isOpen: boolean) => void
  /** Returns what a key does while it is open. */
  commandOf: (key: string) => (() => void) | undefined
}

/** Drives the menu of a player: its button, the arrow keys in it, and a press outside, which closes it (`onLeave`). */
export function driveMenu(root: HTMLElement, { onMove, onLeave }: { onMove: () => void; onLeave: () => void }): VideoMenu {
  const menu = need<HTMLElement>('[data-part="menu"]', root)
  const more = need<HTMLElement>('[data-part="more"]', root)
  const items = () => all('[role^="menuitem"]', menu).filter(({ hidden }) => !hidden)
  function open(isOpen: boolean) {
    menu.hidden = !isOpen
    more.ariaExpanded = String(isOpen)
    ;(isOpen ? items()[0] : more)?.focus()
    onMove()
  }
  document.addEventListener('pointerdown', ({ target }) => {
    if (!menu.hidden && target instanceof Node && !menu.contains(target) && !more.contains(target)) {
      menu.hidden = true
      more.ariaExpanded = 'false'
      onLeave()
    }
  })
  return {
    isOpen: () => !menu.hidden,
    open,
    commandOf(key) {
      if (key === 'Escape') return () => open(false)
      const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key]
      if (by === undefined) return undefined
      const list = items()
      const index = list.findIndex((one) => one === document.activeElement)
      return () => list.at((index + by) % list.length)?.focus()
    },
  }
}
