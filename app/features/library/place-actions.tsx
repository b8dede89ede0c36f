import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, FolderPen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Collection } from '#app/contract/library/library.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { generationKeys } from '#app/shell/data/generations.queries.ts'
import { deleteCollection, emptyTrash } from '#app/shell/data/library.functions.ts'
import { libraryKey } from '#app/shell/data/library.queries.ts'
import { Button, IconButton } from '#app/ui/controls/button.tsx'
import { ConfirmDialog } from '#app/ui/overlays/dialog.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { Menu } from '#app/ui/overlays/menu.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'

/** Lazy-loaded with the first rename. */
const RenameCollection = lazyPart(async () => (await import('./rename-collection.tsx')).RenameCollection)

/** Empties the trash, after a confirmation. */
export function EmptyTrash({ count, onEmptied }: { count: number; onEmptied: () => void }) {
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const [open, setOpen] = useState(false)
  async function empty() {
    const result = await settle(emptyTrash())
    if (!result.ok) return toast({ title: failureMessage(result.error), tone: 'danger' })
    onEmptied()
    return Promise.all([
      queryClient.invalidateQueries({ queryKey: generationKeys.lists }),
      queryClient.invalidateQueries({ queryKey: libraryKey }),
    ])
  }
  if (count === 0) return null
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        <Trans>Empty trash</Trans>
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={<Trans>Empty the trash?</Trans>}
        description={
          <Plural
            value={count}
            one="# result will be deleted permanently. You can’t undo this."
            other="# results will be deleted permanently. You can’t undo this."
          />
        }
        confirmLabel={<Trans>Delete permanently</Trans>}
        destructive
        onConfirm={empty}
      />
    </>
  )
}

/** Renames or deletes a collection. */
export function CollectionActions({ collection, onDeleted }: { collection: Collection; onDeleted: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null)
  const icon = { 'aria-hidden': true, strokeWidth: 1.75 } as const
  const { id, name } = collection
  async function remove() {
    const result = await settle(deleteCollection({ data: { id } }))
    if (!result.ok && result.error.code !== 'not_found') return toast({ title: failureMessage(result.error), tone: 'danger' })
    onDeleted()
    return queryClient.invalidateQueries({ queryKey: libraryKey })
  }
  return (
    <>
      <Menu
        label={t`Collection`}
        trigger={
          <IconButton label={t`Collection actions`}>
            <Ellipsis aria-hidden strokeWidth={1.75} />
          </IconButton>
        }
        items={[
          { label: t`Rename`, icon: <FolderPen {...icon} />, onSelect: () => setOpen('rename') },
          { label: t`Delete the collection`, icon: <Trash2 {...icon} />, onSelect: () => setOpen('delete'), destructive: true },
        ]}
      />
      <RenameCollection collection={collection} open={open === 'rename'} onClose={() => setOpen(null)} />
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={(next) => next || setOpen(null)}
        title={<Trans>Delete the collection “{name}”?</Trans>}
        description={<Trans>Its results stay in the library.</Trans>}
        confirmLabel={<Trans>Delete the collection</Trans>}
        destructive
        onConfirm={remove}
      />
    </>
  )
}
