import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { ArchiveRestore, Download, FolderMinus, FolderPlus, Heart, HeartOff, MessagesSquare, SquareCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Generation } from '#app/contract/generations.ts'
import { kindPaths } from '#app/shell/kinds.tsx'
import { useTrash } from '#app/shell/work/use-trash.ts'
import { Menu, type MenuItem } from '#app/ui/menu.tsx'
import { useCollectionChange } from './use-collection-change.ts'
import { useMany } from './use-many.ts'

type TileMenuProps = {
  generation: Generation | undefined
  /** Where it is open. */
  button: HTMLElement | null
  onClose: () => void
  onSort: (id: string) => void
  onSelect: (id: string) => void
  onPurge: (id: string) => void
  /** The collection that is looked at. */
  collection: string | undefined
}

/** What can be done with one tile. One menu for all of them: a long grid would be slow with one each. */
export function TileMenu({ generation: given, button, onClose, onSort, onSelect, onPurge, collection }: TileMenuProps) {
  const { t } = useLingui()
  const { trash, restore } = useTrash()
  const { mark, download } = useMany()
  const { takeOut } = useCollectionChange()
  const navigate = useNavigate()
  // What it was about stays while it fades out.
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
        { label: t`Delete for good`, icon: <Trash2 {...icon} />, onSelect: () => onPurge(id), destructive: true },
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
          ? { label: t`Remove from favourites`, icon: <HeartOff {...icon} />, onSelect: () => void mark([id], false) }
          : { label: t`Add to favourites`, icon: <Heart {...icon} />, onSelect: () => void mark([id], true) },
        { label: t`Collections`, icon: <FolderPlus {...icon} />, onSelect: () => onSort(id) },
        ...(collection
          ? [{ label: t`Take out of this collection`, icon: <FolderMinus {...icon} />, onSelect: () => void takeOut([id], collection) }]
          : []),
        { label: t`Download`, icon: <Download {...icon} />, onSelect: () => void download([id]) },
        select,
        { label: t`Move to the trash`, icon: <Trash2 {...icon} />, onSelect: () => void trash([id]), destructive: true },
      ]
  return <Menu held={{ at: button, onClose }} label={t`Actions`} items={items} />
}
