import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ApiFailure, ApiResult } from '#app/contract/base/api-result.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { TextArea } from '#app/ui/controls/field.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { operatorKey } from './operator.queries.ts'

type ActDialogProps<Data> = {
  title: ReactNode
  description: ReactNode
  /** A verb naming the act. */
  action: ReactNode
  /** Shown once the act is done. */
  done: string
  destructive?: boolean
  /** Whether the fields of the act are filled in. */
  ready?: boolean
  /** Fields of the act, above the reason. */
  children?: ReactNode
  /** Replaces the hint at the reason. */
  reasonHint?: string
  /** Whether the act needs no reason. */
  reasonOptional?: boolean
  /** Whether the act takes no reason. */
  withoutReason?: boolean
  /** Whether the dialog shows the result of the act instead of closing. */
  staysOpen?: boolean
  onAct: (reason: string) => Promise<ApiResult<Data>>
  /** Returns why an answered act has failed all the same; the dialog then stays open and shows it. */
  problemOf?: (data: Data) => string | null
  /** Called with the failure of a try, whose errors may belong to the fields of the act. */
  onFailure?: (failure: ApiFailure) => void
  onClose: () => void
}

/** Asks for the reason of an act and carries it out. Everything that the operator shows is read again afterwards. */
export function ActDialog<Data>({
  title,
  description,
  action,
  done,
  destructive = false,
  ready = true,
  children,
  reasonHint,
  reasonOptional = false,
  withoutReason = false,
  staysOpen = false,
  onAct,
  problemOf,
  onFailure,
  onClose,
}: ActDialogProps<Data>) {
  const { t } = useLingui()
  const toast = useToast()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function act(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(null)
    setProblem(null)
    const result = await settle(onAct(reason))
    if (!result.ok) {
      setBusy(false)
      onFailure?.(result.error)
      return setFailure(result.error)
    }
    // Busy until the dialog closes: a press in between would repeat the act.
    await queryClient.invalidateQueries({ queryKey: operatorKey })
    setBusy(false)
    const failed = problemOf?.(result.data) ?? null
    if (failed !== null) return setProblem(failed)
    toast({ title: done, tone: 'ok' })
    if (!staysOpen) onClose()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && !busy && onClose()} title={title}>
      <form noValidate onSubmit={(event) => void act(event)} className="grid gap-5 py-2">
        <div className="text-ink-soft">{description}</div>
        {children}
        {!withoutReason && (
          <TextArea
            label={reasonOptional ? <Trans>Reason (optional)</Trans> : <Trans>Reason</Trans>}
            hint={reasonHint ?? t`Stored in the audit log.`}
            value={reason}
            maxLength={500}
            rows={3}
            onChange={(event) => setReason(event.target.value)}
            error={failure?.fields?.reason?.detail}
          />
        )}
        <div role="alert" className="text-danger empty:hidden">
          {problem ?? (failure && !failure.fields && failureMessage(failure))}
        </div>
        <div className="flex justify-end">
          <Button
            type="submit"
            variant={destructive ? 'danger' : 'primary'}
            busy={busy}
            disabled={!ready || (!reasonOptional && !withoutReason && reason.trim() === '')}
          >
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
