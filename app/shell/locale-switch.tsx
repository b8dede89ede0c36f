import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { localePath, splitLocalePath } from '#app/contract/locale.ts'
import { Segmented } from '#app/ui/segmented.tsx'
import { type Locale, locales } from '#config'
import { activateLocale } from './i18n.ts'
import { localeNames } from './locale-names.ts'
import { setLocale } from './session.functions.ts'
import { sessionQuery, useSession } from './session.queries.ts'

/** Changes the language where the person stands: the page, its state and what is typed stay. */
export function useSwitchLocale() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { i18n } = router.options.context
  return async (locale: Locale) => {
    await Promise.all([setLocale({ data: { locale } }), activateLocale(i18n, locale)])
    queryClient.setQueryData(
      sessionQuery.queryKey,
      (session) => session && { ...session, locale, user: session.user && { ...session.user, locale } },
    )
    const { pathname, search, hash } = window.location
    const path = splitLocalePath(pathname)
    // An address that names a language must not name the one that was left.
    if (path.locale) router.history.replace(`${localePath(locale, path.pathname)}${search}${hash}`)
    // What the API says in words is asked for again, in the new language.
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
      hideLabel
      size="sm"
      className={className}
      value={wanted ?? locale}
      onValueChange={(next) => void choose(next)}
      items={locales.map((value) => ({ value, label: <span lang={value}>{localeNames[value]}</span> }))}
    />
  )
}
