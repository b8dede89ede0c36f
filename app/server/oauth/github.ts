import * as v from 'valibot'
import { addressSchema, subjectSchema, textSchema } from './profile-fields.ts'
import type { Service } from './service.ts'

const profileSchema = v.object({ id: subjectSchema, login: v.optional(textSchema, null), name: v.optional(textSchema, null) })
const emailsSchema = v.array(v.object({ email: addressSchema, primary: v.boolean(), verified: v.boolean() }))

export const github: Service = {
  endpoints: {
    authorize: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    profile: 'https://api.github.com/user',
    emails: 'https://api.github.com/user/emails',
  },
  scopes: ['read:user', 'user:email'],
  clientAuth: 'basic',
  async readProfile(token, { ask, endpoints }) {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' }
    const profile = await ask(endpoints.profile, profileSchema, { headers })
    // The profile contains only a public address, and does not say whether it is verified.
    const emails = endpoints.emails ? await ask(endpoints.emails, emailsSchema, { headers }) : []
    const primary = emails.find((address) => address.primary && address.email !== null)
    return {
      subject: profile.id,
      email: primary?.email ?? null,
      emailVerified: primary?.verified === true,
      name: profile.name ?? profile.login,
    }
  },
}
