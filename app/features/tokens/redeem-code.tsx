import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#app/ui/controls/button.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'

const RedeemDialog = lazyPart(async () => (await import('./redeem-dialog.tsx')).RedeemDialog)

/** Opens the form for a redemption code. */
export function RedeemCode() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Trans>Redeem a code</Trans>
      </Button>
      {open && <RedeemDialog onClose={() => setOpen(false)} />}
    </>
  )
}
