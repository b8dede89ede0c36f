import type { MethodLabel } from '#app/contract/money/subscriptions.ts'
import type { Money } from '#app/contract/money/tokens.ts'
import { config, type Locale } from '#config'
import { translate } from '../i18n.ts'
import { layOut } from './layout.ts'
import type { Mail } from './mailer.ts'
import { writeMoney } from './write-money.ts'

const texts = {
  subject: /*i18n*/ { id: 'mail.charge_notice.subject', message: '{product}: we’ll charge {price} on {date}' },
  heading: /*i18n*/ { id: 'mail.charge_notice.heading', message: 'Your plan renews soon' },
  what: /*i18n*/ { id: 'mail.charge_notice.what', message: 'On {date} we’ll charge {price} for the next period. What you’ll get: {item}.' },
  card: /*i18n*/ { id: 'mail.charge_notice.card', message: 'The money comes from the card that ends in {last4}.' },
  sbp: /*i18n*/ { id: 'mail.charge_notice.sbp', message: 'The money comes from the bank account that you linked through SBP.' },
  saved: /*i18n*/ { id: 'mail.charge_notice.saved', message: 'The money comes from the payment method that you saved.' },
  stop: /*i18n*/ {
    id: 'mail.charge_notice.stop',
    message:
      'If you don’t want that, cancel the plan or remove the saved payment method before then. Nothing is charged, and the plan stays until {date}: {link}',
  },
  button: /*i18n*/ { id: 'mail.charge_notice.button', message: 'Manage plan' },
}

export type ChargeNoticeOptions = {
  to: string
  locale: Locale
  timeZone: string | null
  siteUrl: string
  at: Date
  price: Money
  /** The description of what will be bought. */
  item: string
  method: MethodLabel | null
}

/** Notifies a person of an automatic charge: its amount and date, and how to stop it. */
export function writeChargeNotice({ to, locale, timeZone, siteUrl, at, price, item, method }: ChargeNoticeOptions): Mail {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: timeZone ?? 'UTC' }).format(at)
  const link = `${siteUrl}/profile/subscription`
  const amount = writeMoney(locale, price)
  const message = translate(locale, texts.what, { date, price: amount, item })
  return layOut({
    to,
    locale,
    siteUrl,
    subject: translate(locale, texts.subject, { product: config.name, price: amount, date }),
    preheader: message,
    heading: translate(locale, texts.heading),
    paragraphs: [message, sourceOf(locale, method), translate(locale, texts.stop, { date, link })],
    button: { label: translate(locale, texts.button), link },
    notes: [],
  })
}

function sourceOf(locale: Locale, method: MethodLabel | null): string {
  if (method?.type === 'bank_card' && method.last4 !== null) return translate(locale, texts.card, { last4: method.last4 })
  return translate(locale, method?.type === 'sbp' ? texts.sbp : texts.saved)
}
