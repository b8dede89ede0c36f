import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type Collection, editCollectionSchema } from '#app/contract/library.ts'
import { renameCollection } from '#app/shell/data/library.functions.ts'
import { libraryKey } from '#app/shell/data/library.queries.ts'
import { useApiForm } from '#app/shell/form/api-form.tsx'
import { Sheet } from '#app/ui/dialog.tsx'

type RenameCollectionProps = { collection: Collection; open: boolean; onClose: () => void }

export function RenameCollection({ collection, open, onClose }: RenameCollectionProps) {
  return (
    <Sheet open={open} onOpenChange={(next) => next || onClose()} title={<Trans>Rename the collection</Trans>}>
      {open && <NameForm collection={collection} onDone={onClose} />}
    </Sheet>
  )
}

function NameForm({ collection: { id, name }, onDone }: { collection: Collection; onDone: () => void }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { form, frame } = useApiForm({
    schema: editCollectionSchema,
    initial: { name },
    send: (data) => renameCollection({ data: { id, ...data } }),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: libraryKey })
      onDone()
    },
  })
  return (
    <form.AppForm>
      <form.Frame {...frame} className="grid gap-4">
        <form.AppField name="name">
          {(field) => <field.TextField label={t({ message: 'Name', context: 'of a collection' })} maxLength={120} autoComplete="off" />}
        </form.AppField>
        <form.Submit>
          <Trans>Rename</Trans>
        </form.Submit>
      </form.Frame>
    </form.AppForm>
  )
}
