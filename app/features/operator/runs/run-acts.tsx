import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { OperatorRun } from '#app/contract/operator/operator.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { ActDialog } from '../base/act-dialog.tsx'
import { refundRun, repeatRun, stopRun } from '../base/operator.functions.ts'
import { FailedCallSheet } from './failed-call.tsx'
import { RunContent } from './run-content.tsx'

export type RunAct = { kind: 'stop' | 'repeat' | 'refund' | 'view' | 'call'; run: OperatorRun }

/** The dialog of an act on a run. It is outside of the list, so that it stays open when the run leaves a live list. */
export function RunActDialog({ act: { kind, run }, onClose }: { act: RunAct; onClose: () => void }) {
  const { t } = useLingui()
  const format = useFormat()
  const [key] = useState(() => uuid())
  switch (kind) {
    case 'call':
      return <FailedCallSheet id={run.id} onClose={onClose} />
    case 'view':
      return <RunContent id={run.id} onClose={onClose} />
    case 'refund':
      return (
        <ActDialog
          onClose={onClose}
          title={<Trans>Refund this run?</Trans>}
          description={
            <Trans>
              {run.person.email} gets back {format.tokens(run.charged ?? 0)} and keeps the result. A run can be refunded once.
            </Trans>
          }
          action={<Trans>Refund run</Trans>}
          done={t`Run refunded`}
          reasonHint={t`Stored in the audit log. The person sees it in their token history.`}
          onAct={(reason) => refundRun({ data: { id: run.id, reason } })}
        />
      )
    case 'repeat':
      return (
        <ActDialog
          onClose={onClose}
          title={<Trans>Run it again?</Trans>}
          description={
            <Trans>
              The new run belongs to {run.person.email}, who pays for it as for their own: at most {format.tokens(run.price)}.
            </Trans>
          }
          action={<Trans>Run again</Trans>}
          done={t`Run started`}
          onAct={(reason) => repeatRun({ data: { id: run.id, reason, idempotency_key: key } })}
        />
      )
    case 'stop':
      return (
        <ActDialog
          onClose={onClose}
          title={<Trans>Stop this run?</Trans>}
          description={<Trans>Unused tokens return to the person. The result is lost.</Trans>}
          action={<Trans>Stop run</Trans>}
          done={t`Run stopped`}
          destructive
          onAct={(reason) => stopRun({ data: { id: run.id, reason } })}
        />
      )
  }
}
