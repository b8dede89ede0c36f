import { Trans, useLingui } from '@lingui/react/macro'
import type { OperatorShop } from '#app/contract/money/shop-settings.ts'
import { ActDialog } from './act-dialog.tsx'
import { restoreShop } from '../shop/shop.functions.ts'

type RestoreDialogProps = {
  /** The version in force. */
  version: number
  /** The version to restore; 0 is the defaults. */
  number: number
  onRestored?: (shop: OperatorShop) => void
  onClose: () => void
}

/** Puts an earlier version of the shop into force again, after a question. */
export function RestoreDialog({ version, number, onRestored, onClose }: RestoreDialogProps) {
  const { t } = useLingui()
  return (
    <ActDialog
      title={number === 0 ? <Trans>Restore the defaults?</Trans> : <Trans>Restore version {number}?</Trans>}
      description={
        <Trans>Its packs, plans, prices and free tokens apply at once, as a new version. Orders and running plans keep theirs.</Trans>
      }
      action={<Trans context="version">Restore</Trans>}
      done={t`Version restored`}
      onClose={onClose}
      onAct={async (reason) => {
        const result = await restoreShop({ data: { number: `${number}`, version, reason } })
        if (result.ok) onRestored?.(result.data)
        return result
      }}
    />
  )
}
