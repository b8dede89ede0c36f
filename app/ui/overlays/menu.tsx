import { cloneElement, type ComponentProps, type MouseEvent, type ReactElement, useState } from 'react'
import { lazyPart } from '../page/lazy-part.tsx'
import type { MenuPopupProps } from './menu-popup.tsx'

type MenuProps = Omit<MenuPopupProps, 'held'> & {
  /** A button that opens the menu. */
  trigger?: ReactElement<ComponentProps<'button'>> | undefined
  /** Used instead of a trigger. */
  held?: MenuPopupProps['held'] | undefined
}

/** Popups are lazy-loaded on first open, or prefetched. */
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
