import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { OwnVoice } from '#app/contract/runs/voices.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { deleteVoice } from '#app/shell/data/voices.functions.ts'
import { ownVoicesQuery } from '#app/shell/data/voices.queries.ts'
import { Button, IconButton } from '#app/ui/controls/button.tsx'
import { ConfirmDialog } from '#app/ui/overlays/dialog.tsx'
import { HiddenFromBots } from '#app/ui/page/hidden-from-bots.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { SampleButton } from '../options/sample-button.tsx'
import { NewVoice } from './new-voice.tsx'
import { RenameVoice } from './rename-voice.tsx'

type OwnVoicesProps = {
  /** Limits the list to one service. */
  service?: string
  /** Chooses a voice for the run. */
  onChoose?: (voice: string) => void
}

/** The person's voices: hear, choose, rename and delete them, and add one. */
// oxlint-disable-next-line max-lines-per-function -- Mostly the markup of one form or panel, read from top to bottom.
export function OwnVoices({ service, onChoose }: OwnVoicesProps) {
  const { data, isError, error, refetch } = useQuery(ownVoicesQuery)
  const queryClient = useQueryClient()
  const [adding, setAdding] = useState(false)
  const [deleting, setDeleting] = useState<OwnVoice>()
  const [asking, setAsking] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const toast = useToast()
  const { t } = useLingui()
  const failureMessage = useFailureMessage()

  /** Which voices can be used. Lists of models contain them. */
  const usable = data?.items.flatMap(({ id, name, status }) => (status === 'ready' ? `${id} ${name}` : [])).join('\n')
  const listed = useRef(usable)
  useEffect(() => {
    if (usable === undefined || listed.current === usable) return
    if (listed.current !== undefined) void queryClient.invalidateQueries(modelsQuery())
    listed.current = usable
  }, [usable, queryClient])

  if (isError)
    return (
      <HiddenFromBots error={error}>
        <div className="grid justify-items-start gap-3">
          <p role="alert" className="text-danger">
            <Trans>Couldn’t load your voices.</Trans>
          </p>
          <Button variant="secondary" size="sm" onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      </HiddenFromBots>
    )
  if (!data) return <Skeleton className="h-24 rounded-card" />
  const shown = data.items.filter((voice) => service === undefined || voice.service === service)
  const services = data.services.filter(({ id }) => service === undefined || id === service)
  const has = data.items.filter(({ status }) => status !== 'failed').length
  const nameOf = (id: string) => data.services.find((one) => one.id === id)?.name ?? id
  const { most } = data

  async function remove({ id }: OwnVoice) {
    const result = await settle(deleteVoice({ data: { id } }))
    if (result.ok || result.error.code === 'not_found') toast({ title: t`Voice deleted` })
    else toast({ title: t`Couldn’t delete the voice`, description: failureMessage(result.error), tone: 'danger' })
    await queryClient.invalidateQueries(ownVoicesQuery)
    list.current?.focus()
  }

  return (
    <div className="grid gap-5">
      <div
        ref={list}
        tabIndex={-1}
        role="group"
        aria-label={t`Your voices`}
        className="rounded-control outline-offset-8 focus:outline-none"
      >
        {shown.length === 0 ? (
          <p className="text-ink-soft">
            <Trans>No voices yet. Record a voice, and models can read your texts aloud in it. Only you can use it.</Trans>
          </p>
        ) : (
          <ul className="-mt-3">
            {shown.map((voice) => (
              <Row
                key={voice.id}
                voice={voice}
                service={service === undefined ? nameOf(voice.service) : undefined}
                onChoose={onChoose && (() => onChoose(voice.voice))}
                onDelete={() => {
                  setDeleting(voice)
                  setAsking(true)
                }}
              />
            ))}
          </ul>
        )}
      </div>
      {adding ? (
        <NewVoice voices={data} services={services} onClose={() => setAdding(false)} />
      ) : services.length === 0 ? null : has >= most ? (
        <p className="text-sm text-ink-soft">
          <Trans>You can have up to {most} voices. Delete one to add another.</Trans>
        </p>
      ) : (
        <div>
          <Button variant="secondary" onClick={() => setAdding(true)}>
            <Plus aria-hidden className="size-5" strokeWidth={1.75} />
            <Trans>Add a voice</Trans>
          </Button>
        </div>
      )}
      {deleting && (
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title={<Trans>Delete “{deleting.name}”?</Trans>}
          description={<Trans>The voice and its recording are deleted here and at the service. Results made with it stay.</Trans>}
          confirmLabel={<Trans>Delete voice</Trans>}
          onConfirm={() => remove(deleting)}
          destructive
        />
      )}
    </div>
  )
}

type RowProps = { voice: OwnVoice; service: string | undefined; onChoose: (() => void) | undefined; onDelete: () => void }

function Row({ voice, service, onChoose, onDelete }: RowProps) {
  const { t } = useLingui()
  const [renaming, setRenaming] = useState(false)
  const { name, status, error, sample_url: sample } = voice
  const icon = { 'aria-hidden': true, strokeWidth: 1.75 } as const
  return (
    <li className="grid gap-2 border-b border-line py-3 last:border-0">
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <p className="font-medium wrap-anywhere">{name}</p>
          {service && <p className="text-sm text-ink-soft">{service}</p>}
          <p role="status" className="text-sm text-ink-soft empty:hidden">
            {status === 'creating' && <Trans>Being made. This usually takes less than a minute.</Trans>}
          </p>
          {error && <p className="text-sm text-danger">{error.detail}</p>}
        </div>
        {sample && <SampleButton src={sample} />}
        <IconButton label={t`Rename ${name}`} onClick={() => setRenaming(!renaming)} aria-expanded={renaming}>
          <Pencil {...icon} />
        </IconButton>
        <IconButton label={t`Delete ${name}`} onClick={onDelete}>
          <Trash2 {...icon} />
        </IconButton>
      </div>
      {renaming && <RenameVoice voice={voice} onDone={() => setRenaming(false)} />}
      {onChoose && status === 'ready' && !renaming && (
        <div>
          <Button variant="secondary" size="sm" aria-label={t`Use ${name}`} onClick={onChoose}>
            <Trans>Use this voice</Trans>
          </Button>
        </div>
      )}
    </li>
  )
}
