import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type Collection, editCollectionSchema } from '#app/contract/library/library.ts'
import { renameCollection } from '#app/shell/data/library.functions.ts'
import { libraryKey } from '#app/shell/data/library.queries.ts'
import { Form, Submit, useApiForm } from '#app/shell/form/api-form.tsx'
import { TextField } from '#app/shell/form/fields.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'

type RenameCollectionProps = { collection: Collection; open: boolean; onClose: () => void }

export function RenameCollection({ collection, open, onClose }: RenameCollectionProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => next || onClose()} title={<Trans>Rename the collection</Trans>}>
      {open && <NameForm collection={collection} onDone={onClose} />}
    </Dialog>
  )
}

function NameForm({ collection: { id, name }, onDone }: { collection: Collection; onDone: () => void }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const form = useApiForm({
    schema: editCollectionSchema,
    initial: { name },
    send: (data) => renameCollection({ data: { id, ...data } }),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: libraryKey })
      onDone()
    },
  })
  return (
    <Form form={form} className="grid gap-4">
      <TextField name="name" label={t({ message: 'Name', context: 'of a collection' })} maxLength={120} autoComplete="off" />
      <Submit>
        <Trans>Rename</Trans>
      </Submit>
    </Form>
  )
}
