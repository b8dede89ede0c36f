import { useLingui } from '@lingui/react/macro'
import { Brush } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#app/ui/button.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { EditMenuProps } from './edit/edit-menu.tsx'

const VideoMenu = lazyPart(async () => (await import('./edit/video-menu.tsx')).VideoMenu)
const EditMenu = lazyPart(async () => (await import('./edit/edit-menu.tsx')).EditMenu)

/** Opens the menu of edits, which is loaded on the first click. */
export function EditButton(props: Omit<EditMenuProps, 'held'>) {
  const { t } = useLingui()
  const [at, setAt] = useState<HTMLElement | null>(null)
  const [used, setUsed] = useState(false)
  const Edits = props.generation.type === 'video' ? VideoMenu : EditMenu
  return (
    <>
      <IconButton
        label={t`Edit`}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={({ currentTarget }) => {
          setUsed(true)
          setAt(at ? null : currentTarget)
        }}
      >
        <Brush aria-hidden strokeWidth={1.75} />
      </IconButton>
      {used && <Edits {...props} held={{ at, onClose: () => setAt(null) }} />}
    </>
  )
}
