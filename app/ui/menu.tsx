import { cloneElement, type ComponentProps, type MouseEvent, type ReactElement, type ReactNode, useState } from 'react'
import { lazyPart } from './lazy-part.tsx'

export type MenuItem = {
  label: ReactNode
  icon?: ReactNode
  onSelect: () => void
  destructive?: boolean | undefined
  disabled?: boolean | undefined
}

type MenuProps = {
  /** A button; it gets the menu's behaviour. */
  trigger?: ReactElement<ComponentProps<'button'>> | undefined
  /** In place of a trigger: where the menu is open, and what to do when it closes. The focus goes back there. */
  held?: { at: HTMLElement | null; onClose: () => void } | undefined
  /** Names the menu for screen readers. */
  label: string
  items: readonly MenuItem[]
  /** Above the items: who or what they are about. */
  header?: ReactNode
  align?: 'start' | 'end' | undefined
}

/** What floats comes with the first menu that is opened, or is fetched ahead of it: no page needs it to be seen. */
export const loadMenu = () => import('./menu-popup.tsx')
const MenuPopup = lazyPart(async () => (await loadMenu()).MenuPopup)

export function Menu({ trigger, held, ...menu }: MenuProps) {
  const [at, setAt] = useState<HTMLElement | null>(null)
  const open = held ?? { at, onClose: () => setAt(null) }
  const [used, setUsed] = useState(false)
  if (open.at && !used) setUsed(true)
  return (
    <>
      {trigger &&
        cloneElement(trigger, {
          'aria-haspopup': 'menu',
          'aria-expanded': at !== null,
          onClick: ({ currentTarget }: MouseEvent<HTMLButtonElement>) => setAt(at ? null : currentTarget),
        })}
      {used && <MenuPopup {...menu} held={open} />}
    </>
  )
}
