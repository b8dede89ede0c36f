import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@tanstack/react-form'
import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { nameSchema } from '#app/contract/accounts.ts'
import { updateMe } from '#app/shell/data/session.functions.ts'
import { sessionQuery } from '#app/shell/data/session.queries.ts'
import { useApiForm } from '#app/shell/form/api-form.tsx'
import { useToast } from '#app/ui/toast.tsx'

const schema = v.object({ name: nameSchema })

/** The typed name stays until it is saved, whatever fails. */
export function NameForm({ name }: { name: string | null }) {
  const { t } = useLingui()
  const toast = useToast()
  const queryClient = useQueryClient()
  const { form, frame } = useApiForm({
    schema,
    initial: { name: name ?? '' },
    send: ({ name: typed }) => updateMe({ data: { name: typed.trim() || null } }),
    onSuccess(user) {
      queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, user })
      toast({ title: t`Name saved` })
    },
  })
  const changed = useSelector(form.store, ({ values }) => values.name.trim() !== (name ?? ''))

  return (
    <form.AppForm>
      <form.Frame {...frame} className="grid grid-cols-[minmax(0,1fr)_auto] gap-3">
        <form.AppField name="name">{(field) => <field.TextField label={t`Name`} autoComplete="name" />}</form.AppField>
        <div className="pt-[1.8125rem]">
          <form.Submit variant={changed ? 'primary' : 'secondary'} disabled={!changed}>
            <Trans>Save</Trans>
          </form.Submit>
        </div>
      </form.Frame>
    </form.AppForm>
  )
}
