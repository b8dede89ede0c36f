import { Trans, useLingui } from '@lingui/react/macro'
import type { OperatorPersonDetails } from '#app/contract/operator/operator.ts'
import { ActDialog } from '../base/act-dialog.tsx'
import { confirmEmail, deletePerson, resetSecondStep, sendExport } from './account-acts.functions.ts'
import { useProof } from '../base/prove-in-dialog.tsx'

export type AccountAct = 'confirm_email' | 'reset_second_step' | 'export' | 'delete'
type AccountDialogProps = { act: AccountAct; person: OperatorPersonDetails; onClose: () => void }

/** Acts on somebody's account itself; those that could give it to another person ask for a proof. */
export function AccountDialog({ act, person: { id, email }, onClose }: AccountDialogProps) {
  const { t } = useLingui()
  const { isReady, proof, onFailure, field } = useProof()
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
  return (
    <ActDialog
      {...shown}
      destructive
      ready={isReady}
      onClose={onClose}
      onFailure={onFailure}
      onAct={(reason) => call({ data: { id, reason, ...proof } })}
    >
      {field}
    </ActDialog>
  )
}
