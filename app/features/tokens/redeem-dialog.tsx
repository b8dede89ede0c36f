import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { TextField } from '#app/ui/controls/field.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { redeemCode } from './codes.functions.ts'

/** Asks for a code and adds its tokens. */
export function RedeemDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)

  async function redeem(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(null)
    const result = await settle(redeemCode({ data: { code } }))
    setBusy(false)
    if (!result.ok) return setFailure(result.error)
    const { tokens } = result.data
    void queryClient.invalidateQueries({ queryKey: ['tokens'] })
    toast({ title: t`${plural(tokens, { one: '# token added', other: '# tokens added' })}`, tone: 'ok' })
    return onClose()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && !busy && onClose()} title={<Trans>Redeem a code</Trans>}>
      <form noValidate onSubmit={(event) => void redeem(event)} className="grid gap-5 py-2">
        <TextField
          label={<Trans>Code</Trans>}
          placeholder="XXXX-XXXX-XXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          className="font-mono"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={failure?.fields?.code?.detail}
        />
        <div role="alert" className="text-danger empty:hidden">
          {failure && !failure.fields && failureMessage(failure)}
        </div>
        <div className="flex justify-end">
          <Button type="submit" busy={busy} disabled={code.trim() === ''}>
            <Trans>Add tokens</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
