import { Menu as Base } from '@base-ui/react/menu'
import type { ReactNode } from 'react'

export type MenuItem = {
  label: ReactNode
  icon?: ReactNode
  onSelect: () => void
  destructive?: boolean | undefined
  disabled?: boolean | undefined
}

export type MenuPopupProps = {
  /** The element that the menu is anchored to while open; focus returns there. */
  held: { at: HTMLElement | null; onClose: () => void }
  /** Names the menu for screen readers. */
  label: string
  items: readonly MenuItem[]
  /** Content above the items: the person or object they act on. */
  header?: ReactNode
  align?: 'start' | 'end' | undefined
}

export function MenuPopup({ held, label, items, header, align = 'end' }: MenuPopupProps) {
  return (
    <Base.Root
      modal={false}
      open={held.at !== null}
      onOpenChange={(open, { event }) => {
        // The button itself handles its clicks.
        const isOnButton = event.target instanceof Node && held.at?.contains(event.target)
        if (!open && !isOnButton) held.onClose()
      }}
    >
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} anchor={held.at} className="z-70 outline-none">
          <Base.Popup
            aria-label={label}
            finalFocus={() => held.at}
            className="max-h-(--available-height) max-w-[calc(100vw-1rem)] min-w-56 origin-(--transform-origin) overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-float transition-[opacity,scale] duration-150 outline-none data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0"
          >
            {header && <div className="mb-1.5 border-b border-line px-3 pt-2 pb-3">{header}</div>}
            {items.map((item, index) => (
              <Base.Item
                key={index}
                disabled={item.disabled}
                onClick={item.onSelect}
                className={`flex min-h-11 cursor-default items-center gap-3 rounded-[8px] px-3 py-2 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-ink/6 [&_svg]:size-5 [&_svg]:shrink-0 ${item.destructive ? 'text-danger' : '[&_svg]:text-ink-soft'}`}
              >
                {item.icon}
                {item.label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
