import { msg } from '@lingui/core/macro'
import { activateLocale, createI18n } from '#app/shell/i18n/i18n.ts'
import { kindPaths, kinds } from '#app/shell/media/kinds.tsx'
import * as config from '#config'
import type { Locale } from '#config'
import { siteDescription } from './head.ts'

const newOnes = { video: msg`New video`, image: msg`New image`, audio: msg`New audio`, text: msg`New text` }

/** The web app manifest. `id` is the same in every language, so that a change of language does not install a second app. */
export async function webManifest(locale: Locale) {
  const i18n = createI18n()
  await activateLocale(i18n, locale)
  const png = (size: number, purpose: 'any' | 'maskable') => ({
    src: purpose === 'any' ? `/icon-${size}.png` : `/icons/maskable-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return {
    id: '/dashboard',
    name: config.name,
    short_name: config.name,
    description: i18n._(siteDescription),
    lang: locale,
    dir: 'ltr',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: '#fbfaf9',
    theme_color: '#fbfaf9',
    categories: ['productivity', 'photo', 'music'],
    icons: [png(192, 'any'), png(512, 'any'), png(192, 'maskable'), png(512, 'maskable')],
    shortcuts: kinds.map((kind) => ({
      name: i18n._(newOnes[kind]),
      url: kindPaths[kind],
      icons: [{ src: `/icons/${kind}-96.png`, sizes: '96x96', type: 'image/png' }],
    })),
  }
}
