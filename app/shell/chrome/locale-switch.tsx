import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { localePath, splitLocalePath } from '#app/contract/base/locale.ts'
import { setLocale } from '#app/shell/data/session.functions.ts'
import { sessionQuery, useSession } from '#app/shell/data/session.queries.ts'
import { activateLocale } from '#app/shell/i18n/i18n.ts'
import { localeNames } from '#app/shell/i18n/locale-names.ts'
import { loadWanted } from '#app/ui/page/lazy-part.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { type Locale, locales } from '#config'

/** Changes the language in place: the page, its state and typed text stay. */
export function useSwitchLocale() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { i18n } = router.options.context
  return async (locale: Locale) => {
    // Stored first: a page whose messages are lost is reloaded, and then has the chosen language.
    await setLocale({ data: { locale } })
    await loadWanted(() => activateLocale(i18n, locale))
    queryClient.setQueryData(
      sessionQuery.queryKey,
      (session) => session && { ...session, locale, user: session.user && { ...session.user, locale } },
    )
    const { pathname, search, hash } = window.location
    const path = splitLocalePath(pathname)
    // A pinned URL must be pinned to the new language.
    if (path.locale) router.history.replace(`${localePath(locale, path.pathname)}${search}${hash}`)
    // The API's own texts are refetched in the new language.
    await Promise.all([
      router.invalidate(),
      queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] }),
    ])
  }
}

export function LocaleSwitch({ className }: { className?: string }) {
  const { t } = useLingui()
  const { locale } = useSession()
  const switchLocale = useSwitchLocale()
  const [wanted, setWanted] = useState<Locale | null>(null)
  async function choose(next: Locale) {
    setWanted(next)
    await switchLocale(next).finally(() => setWanted(null))
  }
  return (
    <Segmented
      label={t`Language`}
      choice="language"
      hideLabel
      size="sm"
      className={className}
      value={wanted ?? locale}
      onValueChange={(next) => void choose(next)}
      items={locales.map((value) => ({ value, label: <span lang={value}>{localeNames[value]}</span> }))}
    />
  )
}
