import type { Money } from '#app/contract/money/tokens.ts'
import { config, type Locale } from '#config'
import { translate } from '../i18n.ts'
import { layOut } from './layout.ts'
import type { Mail } from './mailer.ts'
import { writeMoney } from './write-money.ts'

const texts = {
  paidSubject: /*i18n*/ { id: 'mail.payment.paid_subject', message: '{product}: receipt for {price}' },
  paidHeading: /*i18n*/ { id: 'mail.payment.paid_heading', message: 'Thank you for your payment' },
  renewedHeading: /*i18n*/ { id: 'mail.payment.renewed_heading', message: 'Your plan is renewed' },
  paid: /*i18n*/ { id: 'mail.payment.paid', message: 'You paid {price} on {date}. What you bought: {item}.' },
  added: /*i18n*/ {
    id: 'mail.payment.added',
    message: '{tokens, plural, one {# token was} other {# tokens were}} added to your balance.',
  },
  renews: /*i18n*/ {
    id: 'mail.payment.renews',
    message: 'Your plan renews on {date} for {price}. To stop it, cancel it before then: {link}',
  },
  ends: /*i18n*/ { id: 'mail.payment.ends', message: 'Your plan ends on {date}. You won’t be charged again.' },
  ended: /*i18n*/ { id: 'mail.payment.ended', message: 'Your plan has ended. You won’t be charged again.' },
  refundSubject: /*i18n*/ { id: 'mail.payment.refund_subject', message: '{product}: refund of {price}' },
  refundHeading: /*i18n*/ { id: 'mail.payment.refund_heading', message: 'Your refund is on its way' },
  refunded: /*i18n*/ {
    id: 'mail.payment.refunded',
    message: 'We refunded {price} on {date}. What it was for: {item}. Your bank may take up to 10 days to show it.',
  },
  reversed: /*i18n*/ {
    id: 'mail.payment.reversed',
    message: '{tokens, plural, one {# token that it paid for was} other {# tokens that it paid for were}} reversed.',
  },
  test: /*i18n*/ { id: 'mail.payment.test', message: 'Test mode: no money was moved.' },
  number: /*i18n*/ { id: 'mail.payment.number', message: 'Document number: {number}' },
  button: /*i18n*/ { id: 'mail.payment.button', message: 'View receipt' },
}

export type PaymentMailOptions = {
  to: string
  locale: Locale
  timeZone: string | null
  siteUrl: string
  kind: 'payment' | 'renewal' | 'refund'
  orderId: string
  /** Number of the receipt or credit note, as printed. */
  number: string
  test: boolean
  at: Date
  price: Money
  /** The description of the order. */
  item: string
  /** Tokens added, or reversed by a refund. */
  tokens: number
  /** The plan that was paid for, after the payment or the refund; null for a pack. */
  plan: { ended: true } | { ended: false; until: Date; next: Money | null } | null
}

/** Notifies a person of a payment, the renewal of a plan or a refund. */
export function writePaymentMail({ to, locale, timeZone, siteUrl, kind, plan, ...payment }: PaymentMailOptions): Mail {
  const { format } = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: timeZone ?? 'UTC' })
  const isRefund = kind === 'refund'
  const price = writeMoney(locale, payment.price)
  const message = translate(locale, isRefund ? texts.refunded : texts.paid, { price, date: format(payment.at), item: payment.item })
  const future = () => {
    if (!plan) return []
    if (plan.ended) return [translate(locale, texts.ended)]
    const date = format(plan.until)
    if (!plan.next) return [translate(locale, texts.ends, { date })]
    return [translate(locale, texts.renews, { date, price: writeMoney(locale, plan.next), link: `${siteUrl}/profile/subscription` })]
  }
  return layOut({
    to,
    locale,
    siteUrl,
    subject: translate(locale, isRefund ? texts.refundSubject : texts.paidSubject, { product: config.name, price }),
    preheader: message,
    heading: translate(locale, isRefund ? texts.refundHeading : kind === 'renewal' ? texts.renewedHeading : texts.paidHeading),
    paragraphs: [
      ...(payment.test ? [translate(locale, texts.test)] : []),
      message,
      ...(payment.tokens > 0 ? [translate(locale, isRefund ? texts.reversed : texts.added, { tokens: payment.tokens })] : []),
      ...future(),
    ],
    button: { label: translate(locale, texts.button), link: `${siteUrl}/orders/${payment.orderId}/receipt` },
    notes: [translate(locale, texts.number, { number: payment.number })],
  })
}
