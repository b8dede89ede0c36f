import type { OauthProvider } from '#app/contract/account/accounts.ts'
import { isOidcId } from '#app/contract/account/oidc-ids.ts'
import type { SignInService } from '#app/contract/account/sign-in-services.ts'
import { config, type Locale } from '#config'
import { type ServerText, translate } from '../i18n.ts'
import { layOut } from './layout.ts'
import type { Mail } from './mailer.ts'
import { writeNotice } from './notice.ts'

const texts = {
  subject: /*i18n*/ { id: 'mail.linked.subject', message: 'You can now sign in to {product} with {service}' },
  heading: /*i18n*/ { id: 'mail.linked.heading', message: 'You can now sign in with {service}' },
  what: /*i18n*/ {
    id: 'mail.linked.what',
    message:
      'Someone signed in with {service} using your confirmed address {email}. From now on, you can sign in to this account with {service}.',
  },
  fine: /*i18n*/ { id: 'mail.linked.fine', message: 'If it was you, you don’t need to do anything.' },
  notYou: /*i18n*/ {
    id: 'mail.linked.not_you',
    message:
      'If it wasn’t you, someone has access to your mailbox: {service} confirmed that the address is theirs. Secure your mailbox first, then set a new password here.',
  },
  button: /*i18n*/ { id: 'mail.linked.button', message: 'Set a new password' },
}

const connected = {
  subject: /*i18n*/ { id: 'mail.connected.subject', message: 'A new way to sign in to your {product} account' },
  heading: /*i18n*/ { id: 'mail.connected.heading', message: 'A new way to sign in to your account' },
  what: /*i18n*/ { id: 'mail.connected.what', message: '{service} was connected on {time}. You can now sign in to your account with it.' },
  fine: /*i18n*/ { id: 'mail.connected.fine', message: 'If it was you, you don’t need to do anything.' },
  notYou: /*i18n*/ {
    id: 'mail.connected.not_you',
    message: 'If it wasn’t you, disconnect {service} in settings and change your password right away. That ends all sessions.',
  },
  button: /*i18n*/ { id: 'mail.connected.button', message: 'Open settings' },
}

/** Names of the services. */
const services: Record<OauthProvider, ServerText> = {
  google: /*i18n*/ { id: 'service.google', message: 'Google' },
  github: /*i18n*/ { id: 'service.github', message: 'GitHub' },
  yandex: /*i18n*/ { id: 'service.yandex', message: 'Yandex' },
  vk: /*i18n*/ { id: 'service.vk', message: 'VK' },
}

const nameOf = (locale: Locale, provider: SignInService, label: string | null | undefined) =>
  isOidcId(provider) ? (label ?? provider.slice(5)) : translate(locale, services[provider])

export type LinkedNoticeOptions = { to: string; locale: Locale; siteUrl: string; provider: SignInService; label?: string | null }

/** Notifies the owner that another service can sign in to the account. */
export function writeLinkedNotice({ to, locale, siteUrl, provider, label }: LinkedNoticeOptions): Mail {
  const service = nameOf(locale, provider, label)
  const message = translate(locale, texts.what, { service, email: to })
  return layOut({
    to,
    locale,
    siteUrl,
    subject: translate(locale, texts.subject, { service, product: config.name }),
    preheader: message,
    heading: translate(locale, texts.heading, { service }),
    paragraphs: [message, translate(locale, texts.fine), translate(locale, texts.notYou, { service })],
    button: { label: translate(locale, texts.button), link: `${siteUrl}/password/forgot` },
    notes: [],
  })
}

/** Notifies the owner that a signed-in person has connected another service. */
export function writeConnectedNotice({ to, locale, siteUrl, at, provider, label }: LinkedNoticeOptions & { at: Date }): Mail {
  const values = { service: nameOf(locale, provider, label) }
  return writeNotice({ to, locale, siteUrl, at, words: connected, values, link: `${siteUrl}/profile/settings` })
}
