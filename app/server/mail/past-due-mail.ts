import type { Money } from '#app/contract/tokens.ts'
import { config, type Locale } from '#config'
import { translate } from '../i18n.ts'
import { layOut } from './layout.ts'
import type { Mail } from './mailer.ts'

const texts = {
  subject: /*i18n*/ { id: 'mail.past_due.subject', message: 'We could not charge for your {product} plan' },
  heading: /*i18n*/ { id: 'mail.past_due.heading', message: 'The charge for your plan did not work' },
  what: /*i18n*/ {
    id: 'mail.past_due.what',
    message: '{price} for the next period of your plan could not be charged. Nothing was taken, and no new tokens have come.',
  },
  until: /*i18n*/ {
    id: 'mail.past_due.until',
    message: 'We will try again. The plan is kept until {date}; if it is not paid by then, it ends. What you have bought stays yours.',
  },
  button: /*i18n*/ { id: 'mail.past_due.button', message: 'Pay or cancel the plan' },
}

export type PastDueMailOptions = { to: string; locale: Locale; siteUrl: string; price: Money; graceUntil: Date }

/** Tells somebody who is not looking that their plan is about to end for want of money. */
export function writePastDueMail({ to, locale, siteUrl, price: { amount, currency }, graceUntil }: PastDueMailOptions): Mail {
  const price = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(amount / 100)
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(graceUntil)
  const told = translate(locale, texts.what, { price })
  return layOut({
    to,
    locale,
    siteUrl,
    subject: translate(locale, texts.subject, { product: config.name }),
    preheader: told,
    heading: translate(locale, texts.heading),
    paragraphs: [told, translate(locale, texts.until, { date })],
    button: { label: translate(locale, texts.button), link: `${siteUrl}/profile/subscription` },
    notes: [],
  })
}
