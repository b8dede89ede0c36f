import { config, type Locale } from '#config'
import { translate } from '../i18n.ts'

const why = /*i18n*/ {
  id: 'mail.done.why',
  message: 'You get these emails because they’re turned on in your {product} settings: {link}',
}

/** The last line of an email that a person can switch off. */
export const whyOf = (locale: Locale, siteUrl: string): string =>
  translate(locale, why, { product: config.name, link: `${siteUrl}/profile/settings` })
