import { Select as Base } from '@base-ui/react/select'
import { Check } from 'lucide-react'
import { useState } from 'react'
import type { SelectItem } from './select.tsx'

export type SelectPopupProps = {
  id: string
  label: string
  /** The button that it hangs from while it is open. The focus goes back there. */
  at: HTMLElement | null
  onClose: () => void
  value: string
  onValueChange: (value: string) => void
  items: readonly SelectItem<string>[]
}

/**
 * What a list keeps clear of, in pixels. Under the page's head it would be scrolled out from there, and the whole page with it, as soon as
 * it shows what is chosen: see `scroll-padding-top`.
 */
function roomAround() {
  const { scrollPaddingTop } = getComputedStyle(document.documentElement)
  return { top: Number.parseFloat(scrollPaddingTop) + 4, right: 5, bottom: 5, left: 5 }
}

export function SelectPopup({ id, label, at, onClose, value, onValueChange, items }: SelectPopupProps) {
  const [room] = useState(roomAround)
  return (
    <Base.Root
      modal={false}
      items={items}
      value={value}
      onValueChange={(next) => next !== null && onValueChange(next)}
      open={at !== null}
      onOpenChange={(open, { event }) => {
        // A press on the button itself is the button's to answer.
        const isOnButton = event.target instanceof Node && at?.contains(event.target)
        if (!open && !isOnButton) onClose()
      }}
    >
      <Base.Portal>
        <Base.Positioner anchor={at} sideOffset={6} alignItemWithTrigger={false} collisionPadding={room} className="z-50 outline-none">
          <Base.Popup
            finalFocus={() => at}
            className="max-h-[min(24rem,var(--available-height))] min-w-(--anchor-width) max-w-[calc(100vw-2rem)] origin-(--transform-origin) overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-float transition-[opacity,scale] duration-150 outline-none data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0"
          >
            <Base.List id={id} aria-label={label}>
              {items.map((item) => (
                <Base.Item
                  key={item.value}
                  value={item.value}
                  className="grid min-h-11 cursor-default grid-cols-[1fr_1.25rem] items-center gap-3 rounded-[8px] px-3 py-2 outline-none select-none data-highlighted:bg-ink/6"
                >
                  <span className="min-w-0">
                    <Base.ItemText>{item.label}</Base.ItemText>
                    {item.description && <span className="block text-sm text-ink-soft">{item.description}</span>}
                  </span>
                  <Base.ItemIndicator>
                    <Check aria-hidden className="size-5" strokeWidth={1.75} />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
