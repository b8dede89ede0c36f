import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Generation } from '#app/contract/runs/generations.ts'
import { type Collection, editCollectionSchema } from '#app/contract/library/library.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { bulkGenerations, createCollection } from '#app/shell/data/library.functions.ts'
import { collectionsQuery, libraryKey } from '#app/shell/data/library.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { applyLiveEvent, findGeneration } from '#app/shell/live/generation-cache.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { Form, Submit, useApiForm } from '../shell/form/api-form.tsx'
import { TextField } from '../shell/form/fields.tsx'
import { Cover } from './collection-cover.tsx'

type AddToCollectionProps = {
  /** The works to add or remove. */
  ids: readonly string[]
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The collections of the given works: a switch for each, and a form for a new one. */
export function AddToCollection({ ids, open, onOpenChange }: AddToCollectionProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={<Trans>Collections</Trans>}>
      {open && <Collections ids={ids} />}
    </Dialog>
  )
}

function Collections({ ids }: { ids: readonly string[] }) {
  const { t } = useLingui()
  const { number } = useFormat()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const { data: collections, isError } = useQuery(collectionsQuery())
  // The cached state of the works, and changes made here.
  const [works] = useState(() => ids.flatMap((id) => findGeneration(queryClient, id) ?? []))
  const [switched, setSwitched] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [made, setMade] = useState(0)

  const stateOf = (id: string): boolean | 'some' => {
    const now = switched.get(id)
    if (now !== undefined) return now
    const inIt = works.filter((work) => work.collection_ids.includes(id)).length
    if (inIt === 0) return false
    return inIt === ids.length || 'some'
  }

  async function change(id: string, isIn: boolean) {
    setSwitched((now) => new Map(now).set(id, isIn))
    const result = await settle(bulkGenerations({ data: { ids: [...ids], action: isIn ? 'add' : 'remove', collection_id: id } }))
    void queryClient.invalidateQueries({ queryKey: libraryKey })
    if (!result.ok) {
      setSwitched((now) => new Map([...now].filter(([other]) => other !== id)))
      toast({ title: failureMessage(result.error), tone: 'danger' })
      return
    }
    for (const work of works) {
      const current = findGeneration(queryClient, work.id) ?? work
      applyLiveEvent(queryClient, { type: 'generation', data: withCollection(current, id, isIn) })
    }
  }

  async function addToNew(created: Collection) {
    await change(created.id, true)
    // A submitted form is replaced by a fresh one.
    setMade(made + 1)
  }

  return (
    <div className="grid gap-5">
      {collections === undefined && !isError && (
        <div className="grid gap-2">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      )}
      {collections !== undefined && collections.length > 0 && (
        <ul className="-mx-2 grid">
          {collections.map((collection) => {
            const state = stateOf(collection.id)
            return (
              <li key={collection.id}>
                <label className="flex min-h-14 items-center gap-3 rounded-control px-2 py-1.5 transition-colors hover:bg-ink/6">
                  <input
                    type="checkbox"
                    checked={state === true}
                    ref={(input) => {
                      if (input) input.indeterminate = state === 'some'
                    }}
                    onChange={(event) => void change(collection.id, event.target.checked)}
                    className="size-5 shrink-0 accent-ink"
                  />
                  <Cover collection={collection} />
                  <span className="min-w-0 flex-1 wrap-anywhere">{collection.name}</span>
                  <span className="tabular text-sm text-ink-soft">{number(collection.count)}</span>
                </label>
              </li>
            )
          })}
        </ul>
      )}
      <NewCollection key={made} label={t`New collection`} onCreated={addToNew} />
    </div>
  )
}

const withCollection = (work: Generation, id: string, isIn: boolean): Generation => {
  const rest = work.collection_ids.filter((other) => other !== id)
  return { ...work, collection_ids: isIn ? [...rest, id] : rest }
}

type NewCollectionProps = { label: string; onCreated: (collection: Collection) => void | Promise<void> }

/** A name and a button. A refused name stays, with its error. */
export function NewCollection({ label, onCreated }: NewCollectionProps) {
  const queryClient = useQueryClient()
  const form = useApiForm({
    schema: editCollectionSchema,
    initial: { name: '' },
    send: (data) => createCollection({ data }),
    async onSuccess(created) {
      queryClient.setQueryData(collectionsQuery().queryKey, (known) => known && [...known, created])
      await onCreated(created)
    },
  })
  return (
    <Form form={form} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
      <TextField name="name" label={label} maxLength={120} autoComplete="off" />
      <div className="pt-[1.8125rem]">
        <Submit variant="secondary">
          <Trans>Create</Trans>
        </Submit>
      </div>
    </Form>
  )
}
