import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import type { User } from '#app/contract/accounts.ts'
import { currencyOf } from '#app/shell/token-value.ts'
import { Select } from '#app/ui/select.tsx'
import { currencies } from '#config'
import { useChoice } from './use-choice.ts'

/** As `useChoice`, for what the pages that count by days and prices follow. */
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

/** By whose clock days begin in statistics and limits. Unknown to the server, it is what the device says. */
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
    // Until the page lives there is nothing to choose from: the server's list may be another one than the browser's.
    const listed = device ? Intl.supportedValuesOf('timeZone') : []
    const zones = new Set([...(device ? [device] : []), value, 'UTC', ...listed])
    return [...zones].map((zone) => ({
      value: zone,
      label: nameOf(zone),
      ...(device && { description: zone === device ? `${offsetOf(zone)}, ${t`as on this device`}` : offsetOf(zone) }),
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

/** What prices are shown in first. Each page with prices still lets the other be chosen. */
export function CurrencyPreference({ user }: { user: User }) {
  const { t, i18n } = useLingui()
  const { wanted, save } = useRegionChoice()
  const names = new Intl.DisplayNames(i18n.locale, { type: 'currency' })
  const nameOf = (currency: string) => `${names.of(currency) ?? currency} (${currency})`
  const byLanguage = nameOf(currencyOf(user.locale))
  return (
    <Select
      label={t`Currency`}
      hideLabel
      className="w-72 max-w-full"
      value={wanted ?? user.currency ?? 'language'}
      onValueChange={(choice) => void save(choice, { currency: currencies.find((one) => one === choice) ?? null }, t`Currency saved`)}
      items={[
        { value: 'language', label: t`By the language`, description: byLanguage },
        ...currencies.map((currency) => ({ value: currency, label: nameOf(currency) })),
      ]}
    />
  )
}
