import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { User } from '#app/contract/accounts.ts'
import { unreachable, useFailureWords } from '#app/shell/failure.ts'
import { useFormat } from '#app/shell/format.ts'
import { useSignOut } from '#app/shell/use-sign-out.ts'
import { Button } from '#app/ui/button.tsx'
import { Sheet } from '#app/ui/dialog.tsx'
import { saveUrl } from '#app/ui/save-file.ts'
import { useToast } from '#app/ui/toast.tsx'
import { ProofForm } from './proof-form.tsx'
import { twoFactorQuery } from './settings.queries.ts'
import { askForDeletion, linkExport } from './your-data.functions.ts'

/** Everything, to take along. */
export function ExportData() {
  const { t } = useLingui()
  const toast = useToast()
  const failureWords = useFailureWords()
  const [busy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    const result = await linkExport().catch(() => ({ ok: false as const, error: unreachable }))
    setBusy(false)
    if (!result.ok) return toast({ title: failureWords(result.error), tone: 'danger' })
    saveUrl(result.data.url)
    return toast({ title: t`The archive is on its way.` })
  }

  return (
    <div className="grid gap-3">
      <p className="text-ink-soft">
        <Trans>All your works with their files, conversations, folders, the ledger and what we know of you, as one ZIP.</Trans>
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

/** Asks twice, and leaves a week to come back. */
export function DeleteAccount({ user }: { user: User }) {
  const router = useRouter()
  const format = useFormat()
  const signOut = useSignOut()
  const { data: twoFactor } = useSuspenseQuery(twoFactorQuery)
  const [open, setOpen] = useState(false)
  return (
    <div className="grid gap-3">
      <p className="text-ink-soft">
        <Trans>Works, files, conversations and tokens go for good after a week. Until then a sign-in brings everything back.</Trans>
      </p>
      <div>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          <Trans>Delete the account</Trans>
        </Button>
      </div>
      <Sheet open={open} onOpenChange={setOpen} title={<Trans>Delete the account?</Trans>}>
        {open && (
          <ProofForm
            hasPassword={user.has_password}
            hasCode={twoFactor.enabled}
            submit={<Trans>Delete the account</Trans>}
            danger
            send={(data) => askForDeletion({ data })}
            onSuccess={async () => {
              await signOut()
              await router.navigate({ to: '/signin', search: { ended: 'deleted' } })
            }}
          >
            <ul className="grid list-disc gap-1.5 pl-5 text-ink-soft">
              <li>
                <Trans>You are signed out everywhere, and API keys stop working at once.</Trans>
              </li>
              <li>
                {user.available > 0 ? (
                  <Trans>The {format.tokens(user.available)} you have are not paid back.</Trans>
                ) : (
                  <Trans>What you have bought is not paid back.</Trans>
                )}
              </li>
              <li>
                <Trans>The records that bookkeeping needs stay, without your name, address or works.</Trans>
              </li>
              <li>
                <Trans>Save everything first, if you want to keep it.</Trans>
              </li>
            </ul>
          </ProofForm>
        )}
      </Sheet>
    </div>
  )
}
