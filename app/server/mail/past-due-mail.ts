import type { Money } from '#app/contract/money/tokens.ts'
import { config, type Locale } from '#config'
import { translate } from '../i18n.ts'
import { layOut } from './layout.ts'
import type { Mail } from './mailer.ts'
import { writeMoney } from './write-money.ts'

const texts = {
  subject: /*i18n*/ { id: 'mail.past_due.subject', message: 'We couldn’t charge you for your {product} plan' },
  heading: /*i18n*/ { id: 'mail.past_due.heading', message: 'The payment for your plan failed' },
  what: /*i18n*/ {
    id: 'mail.past_due.what',
    message: 'We couldn’t charge {price} for the next period of your plan. You weren’t charged, and no new tokens were added.',
  },
  until: /*i18n*/ {
    id: 'mail.past_due.until',
    message: 'We’ll try again. You keep your plan until {date}. If it isn’t paid by then, it ends. Tokens you’ve bought stay yours.',
  },
  button: /*i18n*/ { id: 'mail.past_due.button', message: 'Pay or cancel plan' },
}

export type PastDueMailOptions = { to: string; locale: Locale; siteUrl: string; price: Money; graceUntil: Date }

/** Notifies a person that their plan will end unless it is paid. */
export function writePastDueMail({ to, locale, siteUrl, price, graceUntil }: PastDueMailOptions): Mail {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(graceUntil)
  const message = translate(locale, texts.what, { price: writeMoney(locale, price) })
  return layOut({
    to,
    locale,
    siteUrl,
    subject: translate(locale, texts.subject, { product: config.name }),
    preheader: message,
    heading: translate(locale, texts.heading),
    paragraphs: [message, translate(locale, texts.until, { date })],
    button: { label: translate(locale, texts.button), link: `${siteUrl}/profile/subscription` },
    notes: [],
  })
}
