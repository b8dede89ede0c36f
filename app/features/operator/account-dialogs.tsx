import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiFailure } from '#app/contract/api-result.ts'
import type { OperatorPersonDetails } from '#app/contract/operator.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { ActDialog } from './act-dialog.tsx'
import { confirmEmail, deletePerson, resetSecondStep, sendExport } from './account-acts.functions.ts'
import { accessQuery } from './operator.queries.ts'
import { ProofField, proofOf } from './prove-in-dialog.tsx'

export type AccountAct = 'confirm_email' | 'reset_second_step' | 'export' | 'delete'
type AccountDialogProps = { act: AccountAct; person: OperatorPersonDetails; onClose: () => void }

/** Acts on somebody's account itself; those that could give it to another person ask for a proof. */
export function AccountDialog({ act, person: { id, email }, onClose }: AccountDialogProps) {
  const { t } = useLingui()
  const user = useUser()
  const { data: access } = useSuspenseQuery(accessQuery)
  const [proof, setProof] = useState('')
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  if (act === 'confirm_email')
    return (
      <ActDialog
        title={<Trans>Confirm this email?</Trans>}
        description={
          <Trans>Do this only if you know that {email} belongs to this person. It counts as if they had opened the link themselves.</Trans>
        }
        action={<Trans>Confirm email</Trans>}
        done={t`Email confirmed`}
        onClose={onClose}
        onAct={(reason) => confirmEmail({ data: { id, reason } })}
      />
    )
  if (act === 'export')
    return (
      <ActDialog
        title={<Trans>Send a data export?</Trans>}
        description={
          <Trans>{email} gets an email with a link to the download, which requires signing in. You don’t see any of the data.</Trans>
        }
        action={<Trans>Send email</Trans>}
        done={t`Email sent`}
        onClose={onClose}
        onAct={(reason) => sendExport({ data: { id, reason } })}
      />
    )
  const texts =
    act === 'delete'
      ? {
          title: <Trans>Delete this account?</Trans>,
          description: (
            <Trans>
              The person is signed out at once and gets an email. Everything is deleted permanently after a week, unless they sign in before
              then.
            </Trans>
          ),
          action: <Trans>Delete account</Trans>,
          done: t`Deletion scheduled`,
          call: deletePerson,
        }
      : {
          title: <Trans>Reset two-factor authentication?</Trans>,
          description: (
            <Trans>
              First make sure that the request comes from the person. Their app and recovery codes stop working, all sessions end, and they
              get an email.
            </Trans>
          ),
          action: <Trans>Reset</Trans>,
          done: t`Two-factor authentication reset`,
          call: resetSecondStep,
        }
  const { call, ...shown } = texts
  // Without a password and two-factor, a recent sign-in is the proof.
  const provable = user?.has_password === true || access.second_step === 'on'
  return (
    <ActDialog
      {...shown}
      destructive
      ready={proof !== '' || !provable}
      onClose={onClose}
      onFailure={setFailure}
      onAct={(reason) => call({ data: { id, reason, ...(provable && proofOf(proof)) } })}
    >
      {provable && <ProofField value={proof} onChange={setProof} failure={failure} />}
    </ActDialog>
  )
}
