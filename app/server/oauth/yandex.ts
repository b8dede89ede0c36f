import * as v from 'valibot'
import { addressSchema, subjectSchema, textSchema } from './profile-fields.ts'
import type { Service } from './service.ts'

const profileSchema = v.object({
  id: subjectSchema,
  login: v.optional(textSchema, null),
  default_email: v.optional(addressSchema, null),
  real_name: v.optional(textSchema, null),
  display_name: v.optional(textSchema, null),
})

/** Domains at which a login is a Yandex mailbox. */
const ownDomains = ['yandex.ru', 'ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz']

export const yandex: Service = {
  endpoints: {
    authorize: 'https://oauth.yandex.ru/authorize',
    token: 'https://oauth.yandex.ru/token',
    profile: 'https://login.yandex.ru/info?format=json',
  },
  scopes: ['login:email', 'login:info'],
  clientAuth: 'basic',
  async readProfile(token, { ask, endpoints }) {
    const profile = await ask(endpoints.profile, profileSchema, { headers: { authorization: `OAuth ${token}` } })
    return {
      subject: profile.id,
      email: profile.default_email,
      emailVerified: isOwnMailbox(profile.default_email, profile.login),
      name: profile.real_name || profile.display_name,
    }
  },
}

/**
 * Whether the address is the login's own mailbox, which certainly belongs to the person. Yandex does not report whether an address is
 * verified, and people may enter any. Dots and hyphens are equal in logins.
 */
function isOwnMailbox(email: string | null, login: string | null): boolean {
  const [local, domain, ...rest] = email?.split('@') ?? []
  if (!local || !domain || rest.length > 0 || !login) return false
  const plain = (name: string) => name.toLowerCase().replaceAll('.', '-')
  return ownDomains.includes(domain) && plain(local) === plain(login)
}
