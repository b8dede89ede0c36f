import { Select as Base } from '@base-ui/react/select'
import { Check } from 'lucide-react'
import { useState } from 'react'

export type SelectItem<Value extends string> = { value: Value; label: string; description?: string | undefined }

type SelectPopupProps = {
  id: string
  label: string
  /** The button that the list is anchored to while open; focus returns there. */
  at: HTMLElement | null
  onClose: () => void
  value: string
  onValueChange: (value: string) => void
  items: readonly SelectItem<string>[]
}

/**
 * Returns the distance from the window's edges in pixels. Behind the page's header, showing the selected item would scroll both the list
 * and the page: see `scroll-padding-top`.
 */
function collisionPadding() {
  const { scrollPaddingTop } = getComputedStyle(document.documentElement)
  return { top: Number.parseFloat(scrollPaddingTop) + 4, right: 5, bottom: 5, left: 5 }
}

export function SelectPopup({ id, label, at, onClose, value, onValueChange, items }: SelectPopupProps) {
  const [padding] = useState(collisionPadding)
  return (
    <Base.Root
      modal={false}
      items={items}
      value={value}
      onValueChange={(next) => next !== null && onValueChange(next)}
      open={at !== null}
      onOpenChange={(open, { event }) => {
        // The button itself handles its clicks.
        const isOnButton = event.target instanceof Node && at?.contains(event.target)
        if (!open && !isOnButton) onClose()
      }}
    >
      <Base.Portal>
        <Base.Positioner anchor={at} sideOffset={6} alignItemWithTrigger={false} collisionPadding={padding} className="z-70 outline-none">
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
