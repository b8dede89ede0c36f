import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { nameSchema } from '#app/contract/account/accounts.ts'
import { updateMe } from '#app/shell/data/session.functions.ts'
import { sessionQuery } from '#app/shell/data/session.queries.ts'
import { Form, Submit, useApiForm } from '#app/shell/form/api-form.tsx'
import { TextField } from '#app/shell/form/fields.tsx'
import { useFormState } from '#app/shell/form/use-field.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'

const schema = v.object({ name: nameSchema })

/** The form of the name, which stays typed until it is saved. */
export function NameForm({ name }: { name: string | null }) {
  const { t } = useLingui()
  const toast = useToast()
  const queryClient = useQueryClient()
  const form = useApiForm({
    schema,
    initial: { name: name ?? '' },
    send: ({ name: typed }) => updateMe({ data: { name: typed.trim() || null } }),
    onSuccess(user) {
      queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, user })
      toast({ title: t`Name saved` })
    },
  })
  const changed = useFormState(form.store, ({ values }) => values.name.trim() !== (name ?? ''))

  return (
    <Form form={form} className="grid grid-cols-[minmax(0,1fr)_auto] gap-3">
      <TextField name="name" label={t`Name`} autoComplete="name" />
      <div className="pt-[1.8125rem]">
        <Submit variant={changed ? 'primary' : 'secondary'} disabled={!changed}>
          <Trans>Save</Trans>
        </Submit>
      </div>
    </Form>
  )
}
