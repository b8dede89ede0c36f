import { config, type Locale } from '#config'
import { translate } from '../i18n.ts'
import { layOut } from './layout.ts'
import type { Mail } from './mailer.ts'

const texts = {
  subject: /*i18n*/ { id: 'mail.webhook_off.subject', message: 'Your {product} webhook is off' },
  heading: /*i18n*/ { id: 'mail.webhook_off.heading', message: 'We turned off a webhook' },
  what: /*i18n*/ {
    id: 'mail.webhook_off.what',
    message: 'No call to {host} has succeeded for three days, so we stopped sending them. Your results aren’t affected.',
  },
  next: /*i18n*/ {
    id: 'mail.webhook_off.next',
    message: 'The log shows each call with its answer. Once the address works again, turn the webhook on and send the missed calls again.',
  },
  button: /*i18n*/ { id: 'mail.webhook_off.button', message: 'Open webhooks' },
}

export type WebhookOffMailOptions = { to: string; locale: Locale; siteUrl: string; host: string }

/** Notifies a person that calls of their webhook are no longer sent. */
export function writeWebhookOffMail({ to, locale, siteUrl, host }: WebhookOffMailOptions): Mail {
  const message = translate(locale, texts.what, { host })
  return layOut({
    to,
    locale,
    siteUrl,
    subject: translate(locale, texts.subject, { product: config.name }),
    preheader: message,
    heading: translate(locale, texts.heading),
    paragraphs: [message, translate(locale, texts.next)],
    button: { label: translate(locale, texts.button), link: `${siteUrl}/profile/settings#webhooks` },
    notes: [],
  })
}
