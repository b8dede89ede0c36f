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
import { config, locales } from '#config'
import { useColorMode } from '../color-mode.tsx'
import { type Kind, kindIcons, kindPaths, kinds } from '../kinds.tsx'
import { localeNames } from '../locale-names.ts'
import { useSwitchLocale } from '../locale-switch.tsx'
import { useSession } from '../session.queries.ts'
import { showCommands } from '../shortcuts/shown.ts'
import { useSignOut } from '../use-sign-out.ts'

export type Action = {
  id: string
  label: string
  /** Words in both languages by which it is found besides its own; never shown. */
  also: string
  icon: LucideIcon
  kind?: Kind | undefined
  /** The keys that do the same without the palette. */
  keys?: readonly string[] | undefined
  run: () => void
}
export type ActionGroup = { id: 'make' | 'go' | 'app'; label: string; actions: readonly Action[] }

const kindWords: Record<Kind, string> = {
  video: 'video film clip movie видео фильм ролик создать new',
  image: 'image picture photo drawing изображение картинка рисунок фото создать new',
  audio: 'audio sound music speech voice аудио звук музыка речь голос озвучка создать new',
  text: 'text writing story чат chat текст письмо рассказ создать new',
}
const kindKeys = { video: 'v', image: 'i', audio: 'a', text: 't' } as const satisfies Record<Kind, string>

/** Everything that can be done from anywhere, as the person may do it. */
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
    also: kindWords[kind],
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
      label: t`Subscription`,
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
            label: t`Create an account`,
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
    { value: 'system', label: t`Theme as in the system`, also: 'auto тема системная авто', icon: Monitor },
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
    ...(user ? [{ id: 'make' as const, label: t`Make`, actions: make }] : []),
    { id: 'go', label: t`Go to`, actions: user ? [...own, ...papers] : [...guest, ...papers] },
    { id: 'app', label: t`This app`, actions: app },
  ]
}
