import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { ArchiveRestore, Download, FolderMinus, FolderPlus, Heart, HeartOff, MessagesSquare, SquareCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Generation } from '#app/contract/runs/generations.ts'
import { kindPaths } from '#app/shell/media/kinds.tsx'
import { useTrash } from '#app/runs/use-trash.ts'
import type { MenuItem } from '#app/ui/overlays/menu-popup.tsx'
import { Menu } from '#app/ui/overlays/menu.tsx'
import { useCollectionChange } from './use-collection-change.ts'
import { useMany } from './use-many.ts'

type TileMenuProps = {
  generation: Generation | undefined
  /** The button that the menu is anchored to while open. */
  button: HTMLElement | null
  onClose: () => void
  onSort: (id: string) => void
  onSelect: (id: string) => void
  onPurge: (id: string) => void
  /** The open collection. */
  collection: string | undefined
}

/** The menu of a tile; one menu serves all tiles, because one for each would slow down a long grid. */
export function TileMenu({ generation: given, button, onClose, onSort, onSelect, onPurge, collection }: TileMenuProps) {
  const { t } = useLingui()
  const { trash, restore } = useTrash()
  const { mark, download } = useMany()
  const { takeOut } = useCollectionChange()
  const navigate = useNavigate()
  // The content stays while the menu fades out.
  const [shown, setShown] = useState(given)
  if (given && given !== shown) setShown(given)
  const generation = given ?? shown
  if (!generation) return null
  const { id, favorite, deleted_at, thread_id: thread } = generation
  const icon = { 'aria-hidden': true, strokeWidth: 1.75 } as const
  const select: MenuItem = { label: t`Select`, icon: <SquareCheck {...icon} />, onSelect: () => onSelect(id) }
  const items: MenuItem[] = deleted_at
    ? [
        { label: t`Restore`, icon: <ArchiveRestore {...icon} />, onSelect: () => void restore([id]) },
        select,
        { label: t`Delete permanently`, icon: <Trash2 {...icon} />, onSelect: () => onPurge(id), destructive: true },
      ]
    : [
        ...(thread
          ? [
              {
                label: t`Open the conversation`,
                icon: <MessagesSquare {...icon} />,
                onSelect: () => void navigate({ to: kindPaths.text, search: { thread, turn: id } }),
              },
            ]
          : []),
        favorite
          ? { label: t`Remove from favorites`, icon: <HeartOff {...icon} />, onSelect: () => void mark([id], false) }
          : { label: t`Add to favorites`, icon: <Heart {...icon} />, onSelect: () => void mark([id], true) },
        { label: t`Collections`, icon: <FolderPlus {...icon} />, onSelect: () => onSort(id) },
        ...(collection
          ? [{ label: t`Remove from this collection`, icon: <FolderMinus {...icon} />, onSelect: () => void takeOut([id], collection) }]
          : []),
        { label: t`Download`, icon: <Download {...icon} />, onSelect: () => void download([id]) },
        select,
        { label: t`Move to trash`, icon: <Trash2 {...icon} />, onSelect: () => void trash([id]), destructive: true },
      ]
  return <Menu held={{ at: button, onClose }} label={t`Actions`} items={items} />
}
