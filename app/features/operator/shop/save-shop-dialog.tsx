import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { OperatorShop, ShopChange, ShopPreview, ShopSettings, ShopWarning } from '#app/contract/money/shop-settings.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { DataTable } from '#app/ui/lists/data-table.tsx'
import { ActDialog } from '../base/act-dialog.tsx'
import { saveShop } from './shop.functions.ts'

type SaveShopDialogProps = {
  version: number
  settings: ShopSettings
  preview: ShopPreview
  onFailure: (failure: ApiFailure) => void
  onSaved: (shop: OperatorShop) => void
  onClose: () => void
}

/** Lists what a change of the shop does, and saves it with a reason. */
export function SaveShopDialog({ version, settings, preview, onFailure, onSaved, onClose }: SaveShopDialogProps) {
  const { t } = useLingui()
  const nameOf = useFieldNames()
  const warningOf = useWarnings()
  const format = useFormat()
  const shown = (value: ShopChange['before']) => (value === null ? '–' : typeof value === 'number' ? format.number(value) : value || '–')
  return (
    <ActDialog
      title={<Trans>Save this version?</Trans>}
      description={<Trans>It applies at once, in every process.</Trans>}
      action={<Trans>Save version</Trans>}
      done={t`Shop saved`}
      onFailure={onFailure}
      onClose={onClose}
      onAct={async (reason) => {
        const result = await saveShop({ data: { version, settings, reason } })
        if (result.ok) onSaved(result.data)
        return result
      }}
    >
      <div className="max-h-72 overflow-y-auto">
        <DataTable
          caption={t`Changes`}
          narrow
          columns={[
            { id: 'field', name: t({ message: 'Setting', context: 'of the shop' }), cell: ({ field }) => nameOf(field) },
            { id: 'before', name: t`Before`, numeric: true, className: 'text-ink-soft', cell: ({ before }) => shown(before) },
            { id: 'after', name: t`After`, numeric: true, cell: ({ after }) => shown(after) },
          ]}
          rows={preview.changes}
          idOf={({ field }) => field}
        />
      </div>
      {preview.kept.length > 0 && (
        <ul className="grid gap-1">
          {preview.kept.map(({ plan, subscriptions }) => (
            <li key={plan}>
              {t`${plural(subscriptions, { one: '# running subscription', other: '# running subscriptions' })} to “${plan}”: price and tokens stay as they are.`}
            </li>
          ))}
        </ul>
      )}
      {preview.warnings.length > 0 && (
        <ul role="note" className="grid gap-1 rounded-card bg-warn-soft px-4 py-3">
          {preview.warnings.map(({ code, item, currency }) => (
            <li key={`${code} ${item} ${currency}`}>{warningOf(code, item ?? '', currency ?? '')}</li>
          ))}
        </ul>
      )}
    </ActDialog>
  )
}

function useWarnings() {
  const { t } = useLingui()
  return (code: ShopWarning, item: string, currency: string): string => {
    switch (code) {
      case 'pack_dearer':
        return t`“${item}” costs more per token than a smaller pack (${currency}).`
      case 'year_dearer':
        return t`A year of “${item}” costs more than twelve months (${currency}).`
      case 'plan_dearer':
        return t`“${item}” costs more per token than a pack of its size (${currency}).`
      case 'nothing_for_sale':
        return t`Nothing is for sale.`
      case 'not_payable':
        return t`No payment service takes ${currency}: prices are shown, but no one can pay.`
    }
  }
}

/** Names of places in the settings, for instance of `packs.pack-500.price.USD`. */
function useFieldNames() {
  const { t } = useLingui()
  const fixed: Record<string, string> = {
    currencies: t`Currencies`,
    packs: t`Packs`,
    plans: t`Plans`,
    welcome_grant: t`Welcome tokens`,
    'referral.inviter': t`For the inviter`,
    'referral.invited': t`For the invited person`,
  }
  const parts: Record<string, string> = {
    tokens: t`tokens`,
    tokens_per_month: t`tokens a month`,
    price: t({ message: 'price', context: 'of a pack' }),
    monthly: t`per month`,
    yearly: t`per year`,
  }
  return (field: string): string => {
    const [, id = '', part = '', currency] = field.split('.')
    return fixed[field] ?? [id, parts[part] ?? part, currency].filter(Boolean).join(', ')
  }
}
