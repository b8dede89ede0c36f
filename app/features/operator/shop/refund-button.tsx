import { Trans, useLingui } from '@lingui/react/macro'

/** Opens the dialog of a refund, in a row of a table. */
export function RefundButton({ id, onPress }: { id: string; onPress: () => void }) {
  const { t } = useLingui()
  return (
    <button type="button" aria-label={t`Refund order ${id}`} onClick={onPress} className="link text-sm pointer-coarse:min-h-11">
      <Trans>Refund</Trans>
    </button>
  )
}
