import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { User } from '#app/contract/account/accounts.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { useSignOut } from '#app/shell/session/use-sign-out.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { saveUrl } from '#app/ui/page/save-file.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { ProofForm } from '#app/shell/form/proof-form.tsx'
import { twoFactorQuery } from './settings.queries.ts'
import { askForDeletion, linkExport } from './your-data.functions.ts'

/** Starts the export of all data. */
export function ExportData() {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const [busy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    const result = await settle(linkExport())
    setBusy(false)
    if (!result.ok) return toast({ title: failureMessage(result.error), tone: 'danger' })
    saveUrl(result.data.url)
    return toast({ title: t`Downloading the archive.` })
  }

  return (
    <div className="grid gap-3">
      <p className="text-ink-soft">
        <Trans>All your results and their files, your conversations, collections, token history and account details in one ZIP.</Trans>
      </p>
      <div>
        <Button variant="secondary" busy={busy} onClick={() => void save()}>
          <Download aria-hidden className="size-5" strokeWidth={1.75} />
          <Trans>Download everything</Trans>
        </Button>
      </div>
    </div>
  )
}

/** Deletes the account after two questions; a week remains to reconsider. */
export function DeleteAccount({ user }: { user: User }) {
  const format = useFormat()
  const signOut = useSignOut()
  const { data: twoFactor } = useSuspenseQuery(twoFactorQuery)
  const [open, setOpen] = useState(false)
  return (
    <div className="grid gap-3">
      <p className="text-ink-soft">
        <Trans>Your results, files, conversations and tokens are deleted permanently after 7 days. Sign in before then to cancel.</Trans>
      </p>
      <div>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          <Trans>Delete account</Trans>
        </Button>
      </div>
      <Dialog open={open} onOpenChange={setOpen} title={<Trans>Delete your account?</Trans>}>
        {open && (
          <ProofForm
            hasPassword={user.has_password}
            hasCode={twoFactor.enabled}
            submit={<Trans>Delete account</Trans>}
            danger
            send={(data) => askForDeletion({ data })}
            onSuccess={() => signOut({ deleted: true })}
          >
            <ul className="grid list-disc gap-1.5 pl-5 text-ink-soft">
              <li>
                <Trans>You’ll be signed out everywhere, and your API keys will stop working immediately.</Trans>
              </li>
              <li>
                {user.available > 0 ? (
                  <Trans>The {format.tokens(user.available)} you have left won’t be refunded.</Trans>
                ) : (
                  <Trans>Your purchases won’t be refunded.</Trans>
                )}
              </li>
              <li>
                <Trans>We keep only the records required for accounting, without your name, address or results.</Trans>
              </li>
              <li>
                <Trans>Download anything you want to keep first.</Trans>
              </li>
            </ul>
          </ProofForm>
        )}
      </Dialog>
    </div>
  )
}
