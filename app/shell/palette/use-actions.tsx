import { useLingui } from '@lingui/react/macro'
import { useRouter, type LinkProps } from '@tanstack/react-router'
import {
  ChartNoAxesColumn,
  Coins,
  CreditCard,
  FileText,
  House,
  Keyboard,
  Languages,
  LayoutDashboard,
  LogIn,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Package,
  Settings,
  Sun,
  UserPlus,
} from 'lucide-react'
import { useCallback } from 'react'
import { useSwitchLocale } from '#app/shell/chrome/locale-switch.tsx'
import { useSession, useUser } from '#app/shell/data/session.queries.ts'
import { localeNames } from '#app/shell/i18n/locale-names.ts'
import { type Kind, kindIcons, kindPaths, kinds } from '#app/shell/media/kinds.tsx'
import { useSignOut } from '#app/shell/session/use-sign-out.ts'
import { useColorMode } from '#app/shell/theme/color-mode.tsx'
import * as config from '#config'
import { locales } from '#config'
import { showCommands } from '../shortcuts/shown.ts'

export type Action = {
  id: string
  label: string
  /** Hidden synonyms in both languages. */
  also: string
  icon: LucideIcon
  kind?: Kind | undefined
  /** Keys with the same effect outside the palette. */
  keys?: readonly string[] | undefined
  run: () => void
}
export type ActionGroup = { id: 'make' | 'prompt' | 'go' | 'app'; label: string; actions: readonly Action[] }

const kindSynonyms: Record<Kind, string> = {
  video: 'video film clip movie видео фильм ролик создать new',
  image: 'image picture photo drawing изображение картинка рисунок фото создать new',
  audio: 'audio sound music speech voice аудио звук музыка речь голос озвучка создать new',
  text: 'text writing story чат chat текст письмо рассказ создать new',
}
const kindKeys = { video: 'v', image: 'i', audio: 'a', text: 't' } as const satisfies Record<Kind, string>

/** Opens a studio with the words as its prompt; undefined for guests. */
export type MakeOf = (words: string) => ActionGroup | undefined

export function useMakeOf(): MakeOf {
  const { t } = useLingui()
  const router = useRouter()
  const user = useUser()
  return useCallback(
    (words) => {
      if (!user) return undefined
      const labels: Record<Kind, string> = {
        image: t`Create an image: “${words}”`,
        video: t`Create a video: “${words}”`,
        audio: t`Create audio: “${words}”`,
        text: t`Create a text: “${words}”`,
      }
      const make = (kind: Kind): Action => ({
        id: `prompt-${kind}`,
        label: labels[kind],
        also: '',
        icon: kindIcons[kind],
        kind,
        run: () => void router.navigate({ to: kindPaths[kind], search: { prompt: words } }),
      })
      return { id: 'prompt', label: t`Use as a prompt`, actions: (['image', 'video', 'audio', 'text'] as const).map(make) }
    },
    [router, t, user],
  )
}

/** All global actions that the person may use. */
// oxlint-disable-next-line max-lines-per-function -- A list: one entry per action.
export function useActions(): readonly ActionGroup[] {
  const { t } = useLingui()
  const router = useRouter()
  const { user, locale } = useSession()
  const { preference, forced, setPreference } = useColorMode()
  const switchLocale = useSwitchLocale()
  const signOut = useSignOut()
  const go = (to: LinkProps['to']) => () => void router.navigate({ to })
  const document = (name: 'pricing' | 'terms' | 'privacy') => () =>
    void router.navigate({ to: '/legal/$document', params: { document: name } })

  const newOnes: Record<Kind, string> = { video: t`New video`, image: t`New image`, audio: t`New audio`, text: t`New text` }
  const make: Action[] = kinds.map((kind) => ({
    id: `new-${kind}`,
    label: newOnes[kind],
    also: kindSynonyms[kind],
    icon: kindIcons[kind],
    kind,
    keys: ['G', kindKeys[kind].toUpperCase()],
    run: go(kindPaths[kind]),
  }))

  const own: Action[] = [
    {
      id: 'dashboard',
      label: t`Dashboard`,
      also: 'home library works дом главная библиотека работы',
      icon: LayoutDashboard,
      keys: ['G', 'D'],
      run: go('/dashboard'),
    },
    {
      id: 'tokens',
      label: t`Tokens`,
      also: 'balance ledger баланс токены списания',
      icon: Coins,
      keys: ['G', 'B'],
      run: go('/profile/tokens'),
    },
    { id: 'packs', label: t`Token packs`, also: 'buy top up купить пополнить пакеты', icon: Package, run: go('/profile/token-packs') },
    {
      id: 'subscription',
      label: t`Plan`,
      also: 'plan pricing подписка план тариф',
      icon: CreditCard,
      run: go('/profile/subscription'),
    },
    {
      id: 'statistics',
      label: t`Statistics`,
      also: 'numbers chart статистика графики',
      icon: ChartNoAxesColumn,
      run: go('/profile/statistics'),
    },
    {
      id: 'settings',
      label: t`Settings`,
      also: 'profile name password sessions настройки профиль имя пароль',
      icon: Settings,
      keys: ['G', 'S'],
      run: go('/profile/settings'),
    },
  ]
  const guest: Action[] = [
    { id: 'home', label: t`Home page`, also: 'start начало главная', icon: House, run: go('/') },
    { id: 'sign-in', label: t`Sign in`, also: 'login enter войти вход', icon: LogIn, run: go('/signin') },
    ...(config.auth.signUpEnabled
      ? [
          {
            id: 'sign-up',
            label: t`Create account`,
            also: 'register регистрация аккаунт',
            icon: UserPlus,
            run: () => void router.navigate({ to: '/signin', search: { mode: 'sign-up' } }),
          },
        ]
      : []),
  ]
  const papers: Action[] = [
    { id: 'prices', label: t`Prices`, also: 'cost legal цены стоимость', icon: FileText, run: document('pricing') },
    { id: 'terms', label: t`Terms`, also: 'legal rules условия документы соглашение', icon: FileText, run: document('terms') },
    { id: 'privacy', label: t`Privacy`, also: 'legal data конфиденциальность данные документы', icon: FileText, run: document('privacy') },
  ]

  const themes = [
    { value: 'light', label: t`Light theme`, also: 'white day тема светлая день', icon: Sun },
    { value: 'dark', label: t`Dark theme`, also: 'black night тема тёмная ночь', icon: Moon },
    { value: 'system', label: t`System theme`, also: 'auto тема системная авто', icon: Monitor },
  ] as const
  const app: Action[] = [
    ...themes
      .filter(({ value }) => !forced && value !== preference)
      .map(({ value, label, also, icon }) => ({ id: `theme-${value}`, label, also, icon, run: () => setPreference(value) })),
    ...locales
      .filter((one) => one !== locale)
      .map((one) => ({
        id: `locale-${one}`,
        label: localeNames[one],
        also: 'language русский английский english russian язык',
        icon: Languages,
        run: () => void switchLocale(one),
      })),
    {
      id: 'shortcuts',
      label: t`Keyboard shortcuts`,
      also: 'keys help hotkeys клавиши сочетания помощь',
      icon: Keyboard,
      keys: ['?'],
      run: () => showCommands('sheet'),
    },
    ...(user ? [{ id: 'sign-out', label: t`Sign out`, also: 'logout leave выйти выход', icon: LogOut, run: () => void signOut() }] : []),
  ]

  return [
    ...(user ? [{ id: 'make' as const, label: t`Create`, actions: make }] : []),
    { id: 'go', label: t`Go to`, actions: user ? [...own, ...papers] : [...guest, ...papers] },
    { id: 'app', label: t`App`, actions: app },
  ]
}
