import { useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import type { User } from '#app/contract/account/accounts.ts'
import { tokenPacksQuery } from '#app/shell/data/offers.queries.ts'
import { currencyOf } from '#app/shell/money/token-value.ts'
import { Select } from '#app/ui/controls/select.tsx'
import { useChoice } from './use-choice.ts'

/** Saves a setting that dates and prices depend on (`useChoice`). */
function useRegionChoice() {
  const queryClient = useQueryClient()
  const { wanted, save } = useChoice<string>()
  return {
    wanted,
    async save(...choice: Parameters<typeof save>) {
      if (await save(...choice))
        await Promise.all([['tokens'], ['statistics']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    },
  }
}

const neverChanges = () => () => {}
const zoneOfDevice = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone of statistics and limits, by default that of the device. */
export function TimeZoneChoice({ user }: { user: User }) {
  const { t, i18n } = useLingui()
  const device = useSyncExternalStore(neverChanges, zoneOfDevice, () => undefined)
  const { wanted, save } = useRegionChoice()
  const value = wanted ?? user.time_zone ?? device ?? 'UTC'
  const items = useMemo(() => {
    const nameOf = (zone: string) => zone.replaceAll('_', ' ').replaceAll('/', ' / ')
    const offsetOf = (zone: string) =>
      new Intl.DateTimeFormat(i18n.locale, { timeZone: zone, timeZoneName: 'shortOffset' })
        .formatToParts()
        .find(({ type }) => type === 'timeZoneName')?.value ?? zone
    // Empty until hydration, because the server's list may differ from the browser's.
    const listed = device ? Intl.supportedValuesOf('timeZone') : []
    const zones = new Set([...(device ? [device] : []), value, 'UTC', ...listed])
    return [...zones].map((zone) => ({
      value: zone,
      label: nameOf(zone),
      ...(device && { description: zone === device ? `${offsetOf(zone)}, ${t`same as this device`}` : offsetOf(zone) }),
    }))
  }, [device, value, i18n.locale, t])
  return (
    <Select
      label={t`Time zone`}
      hideLabel
      className="w-72 max-w-full"
      value={value}
      onValueChange={(zone) => void save(zone, { time_zone: zone }, t`Time zone saved`)}
      items={items}
    />
  )
}

/** The preferred currency; pages with prices also offer the others. */
export function CurrencyPreference({ user }: { user: User }) {
  const { t, i18n } = useLingui()
  const { wanted, save } = useRegionChoice()
  const names = new Intl.DisplayNames(i18n.locale, { type: 'currency' })
  const nameOf = (currency: string) => `${names.of(currency) ?? currency} (${currency})`
  const byLanguage = nameOf(currencyOf(user.locale))
  const { data: offer } = useSuspenseQuery(tokenPacksQuery)
  const currencies = [...new Set([...offer.currencies, ...(user.currency ? [user.currency] : [])])]
  return (
    <Select
      label={t`Currency`}
      hideLabel
      className="w-72 max-w-full"
      value={wanted ?? user.currency ?? 'language'}
      onValueChange={(choice) => void save(choice, { currency: choice === 'language' ? null : choice }, t`Currency saved`)}
      items={[
        { value: 'language', label: t`Based on language`, description: byLanguage },
        ...currencies.map((currency) => ({ value: currency, label: nameOf(currency) })),
      ]}
    />
  )
}
