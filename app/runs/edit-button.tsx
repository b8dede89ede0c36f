import { useLingui } from '@lingui/react/macro'
import { Brush } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#app/ui/controls/button.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import type { EditMenuProps } from './edit/edit-menu.tsx'

const Edits = lazyPart(async () => (await import('./edit/edits.tsx')).Edits)

/** Opens the menu of edits, which is loaded on the first click. */
export function EditButton(props: Omit<EditMenuProps, 'held'>) {
  const { t } = useLingui()
  const [at, setAt] = useState<HTMLElement | null>(null)
  const [used, setUsed] = useState(false)
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
