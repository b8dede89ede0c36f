import type { PushKind } from '#app/contract/account/push.ts'
import { config, type Locale } from '#config'
import type { PushContent } from '#app/server/db/schema/push.ts'
import { type ServerText, translate } from '#app/server/i18n.ts'
import { filmPartsText } from '#app/server/mail/film-parts-text.ts'

const texts: Record<PushKind, { title: ServerText; body: ServerText }> = {
  run_ended: {
    title: /*i18n*/ {
      id: 'push.run_ended.title',
      message: '{status, select, succeeded {Your result is ready} other {Your result couldn’t be created}}',
    },
    body: /*i18n*/ {
      id: 'push.run_ended.body',
      message: '{status, select, succeeded {Open it in {product}.} other {No tokens were charged. See what happened.}}',
    },
  },
  approval_asked: {
    title: /*i18n*/ { id: 'push.approval_asked.title', message: '{key} asks for your approval' },
    body: /*i18n*/ {
      id: 'push.approval_asked.body',
      message: 'It would cost {price, plural, one {# token} other {# tokens}}, beyond the budget of the key.',
    },
  },
  tokens_low: {
    title: /*i18n*/ { id: 'push.tokens_low.title', message: 'Tokens are running low' },
    body: /*i18n*/ { id: 'push.tokens_low.body', message: 'You have {available, plural, one {# token} other {# tokens}} left.' },
  },
  charge_soon: {
    title: /*i18n*/ { id: 'push.charge_soon.title', message: 'Your plan renews tomorrow' },
    body: /*i18n*/ { id: 'push.charge_soon.body', message: 'We’ll charge {amount}. You can cancel until then.' },
  },
}

/** Characters of a prompt, enough to recognize the run. */
const longest = 120

/**
 * Writes a notification as a declarative push message (WebKit), which Safari shows without a service worker; the worker of other browsers
 * reads the same.
 */
export function writePush(
  { kind, path, words, values }: PushContent,
  { locale, siteUrl, tag }: { locale: Locale; siteUrl: string; tag: string },
) {
  const { body } = texts[kind]
  const title = 'ready' in values ? filmPartsText : texts[kind].title
  const signs = [...(words ?? '').replaceAll(/\s+/g, ' ').trim()]
  const shown = signs.length > longest ? `${signs.slice(0, longest).join('')}…` : signs.join('')
  return {
    web_push: 8030,
    notification: {
      title: translate(locale, title, values),
      body: shown || translate(locale, body, { product: config.name, ...values }),
      lang: locale,
      tag,
      navigate: `${siteUrl}${path}`,
    },
  }
}
