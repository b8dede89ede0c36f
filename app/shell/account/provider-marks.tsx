import { useLingui } from '@lingui/react/macro'
import type { ComponentType } from 'react'
import type { OauthProvider } from '#app/contract/account/accounts.ts'

/** Icons in the text color; the name next to each identifies the service. */
const frame = { viewBox: '0 0 24 24', width: 20, height: 20, 'aria-hidden': true } as const
const cut = { fill: 'none', stroke: 'var(--surface)' } as const

function GoogleMark() {
  return (
    <svg {...frame} fill="none" stroke="currentColor" strokeWidth={3.4}>
      <path d="M18.6 6.5a8.6 8.6 0 1 0 2 5.6h-8.4" />
    </svg>
  )
}

function GithubMark() {
  return (
    <svg {...frame}>
      <circle cx={12} cy={12} r={11} fill="currentColor" />
      <path
        fill="var(--surface)"
        d="M9.2 22.6v-3.4c-2.3.5-3-.9-3.6-2-.3-.5-.8-.9-1.2-1.2.9-.4 1.8.1 2.4 1 .6.9 1.3 1.3 2.5.9.1-.7.4-1.2.8-1.5-2.8-.4-4.9-1.6-4.9-5 0-1.3.4-2.3 1.2-3.1-.3-.9-.3-1.9.1-2.9 1.1 0 2.1.5 2.9 1.1a9.6 9.6 0 0 1 5.2 0c.8-.6 1.8-1.1 2.9-1.1.4 1 .4 2 .1 2.9.8.8 1.2 1.8 1.2 3.1 0 3.4-2.1 4.6-4.9 5 .6.5.9 1.3.9 2.4v3.8a11 11 0 0 1-5.6 0z"
      />
    </svg>
  )
}

function YandexMark() {
  return (
    <svg {...frame}>
      <circle cx={12} cy={12} r={11} fill="currentColor" />
      <path {...cut} strokeWidth={2.3} d="M14.3 19V6.2h-1.4c-2.3 0-3.7 1.3-3.7 3.3 0 1.9 1.3 3.2 3.4 3.2h1.7M11.9 12.6 8.7 19" />
    </svg>
  )
}

function VkMark() {
  return (
    <svg {...frame}>
      <rect x={1} y={1} width={22} height={22} rx={6} fill="currentColor" />
      <path
        {...cut}
        strokeWidth={2.2}
        strokeLinejoin="round"
        d="M5.6 8.4c.2 4.7 2.6 7.5 6.6 7.5V8.4m0 4.1c2.6-.2 4.6-1.9 5.3-4.1m-5.3 4.1c2.8 0 5 1.4 6 3.4"
      />
    </svg>
  )
}

/** A building, for a company's own sign-in. */
export function IssuerMark() {
  return (
    <svg {...frame} fill="none" stroke="currentColor" strokeWidth={1.8} strokeLinejoin="round" strokeLinecap="round">
      <path d="M5 21V4h9v17M14 9h5v12M3 21h18M8.5 8h2m-2 4h2m-2 4h2" />
    </svg>
  )
}

export const providerMarks: Record<OauthProvider, ComponentType> = {
  google: GoogleMark,
  github: GithubMark,
  yandex: YandexMark,
  vk: VkMark,
}

/** Services by their own names. */
export function useProviderNames(): Record<OauthProvider, string> {
  const { t } = useLingui()
  return { google: 'Google', github: 'GitHub', yandex: t`Yandex ID`, vk: 'VK ID' }
}
