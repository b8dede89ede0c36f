import type { OauthProvider } from '#app/contract/accounts.ts'
import { config, type Locale } from '#config'
import { type ServerText, translate } from '../i18n.ts'
import { layOut } from './layout.ts'
import type { Mail } from './mailer.ts'
import { writeNotice } from './notice.ts'

const texts = {
  subject: /*i18n*/ { id: 'mail.linked.subject', message: '{service} now opens your {product} account' },
  heading: /*i18n*/ { id: 'mail.linked.heading', message: 'You can sign in with {service} now' },
  what: /*i18n*/ {
    id: 'mail.linked.what',
    message: 'Somebody came in with {service} under your confirmed address {email}. From now on {service} opens this account.',
  },
  fine: /*i18n*/ { id: 'mail.linked.fine', message: 'If it was you, there is nothing to do.' },
  notYou: /*i18n*/ {
    id: 'mail.linked.not_you',
    message:
      'If it was not you, somebody has access to your mailbox: {service} vouched that the address is theirs. Secure the mailbox first, then choose a new password here.',
  },
  button: /*i18n*/ { id: 'mail.linked.button', message: 'Choose a new password' },
}

const connected = {
  subject: /*i18n*/ { id: 'mail.connected.subject', message: 'Another service opens your {product} account now' },
  heading: /*i18n*/ { id: 'mail.connected.heading', message: 'Another service opens your account now' },
  what: /*i18n*/ { id: 'mail.connected.what', message: '{service} was connected on {time}. From now on it opens your account.' },
  fine: /*i18n*/ { id: 'mail.connected.fine', message: 'If it was you, there is nothing to do.' },
  notYou: /*i18n*/ {
    id: 'mail.connected.not_you',
    message: 'If it was not you, disconnect {service} in the settings and choose another password at once, which ends all sessions.',
  },
  button: /*i18n*/ { id: 'mail.connected.button', message: 'Open the settings' },
}

/** How the services call themselves. */
const services: Record<OauthProvider, ServerText> = {
  google: /*i18n*/ { id: 'service.google', message: 'Google' },
  github: /*i18n*/ { id: 'service.github', message: 'GitHub' },
  yandex: /*i18n*/ { id: 'service.yandex', message: 'Yandex' },
  vk: /*i18n*/ { id: 'service.vk', message: 'VK' },
}

export type LinkedNoticeOptions = { to: string; locale: Locale; siteUrl: string; provider: OauthProvider }

/** Tells the owner of an account that another service can open it from now on. */
export function writeLinkedNotice({ to, locale, siteUrl, provider }: LinkedNoticeOptions): Mail {
  const service = translate(locale, services[provider])
  const told = translate(locale, texts.what, { service, email: to })
  return layOut({
    to,
    locale,
    siteUrl,
    subject: translate(locale, texts.subject, { service, product: config.name }),
    preheader: told,
    heading: translate(locale, texts.heading, { service }),
    paragraphs: [told, translate(locale, texts.fine), translate(locale, texts.notYou, { service })],
    button: { label: translate(locale, texts.button), link: `${siteUrl}/password/forgot` },
    notes: [],
  })
}

/** Tells the owner of an account that somebody who was signed in to it has connected another service. */
export function writeConnectedNotice({ to, locale, siteUrl, at, provider }: LinkedNoticeOptions & { at: Date }): Mail {
  const values = { service: translate(locale, services[provider]) }
  return writeNotice({ to, locale, siteUrl, at, words: connected, values, link: `${siteUrl}/profile/settings` })
}
