import * as v from 'valibot'
import { addressSchema, subjectSchema, textSchema } from './profile-fields.ts'
import type { Service } from './service.ts'

const profileSchema = v.object({
  sub: subjectSchema,
  email: v.optional(addressSchema, null),
  email_verified: v.optional(v.unknown()),
  name: v.optional(textSchema, null),
})

export const google: Service = {
  endpoints: {
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    profile: 'https://openidconnect.googleapis.com/v1/userinfo',
  },
  scopes: ['openid', 'email', 'profile'],
  clientAuth: 'basic',
  async readProfile(token, { ask, endpoints }) {
    const profile = await ask(endpoints.profile, profileSchema, { headers: { authorization: `Bearer ${token}` } })
    return { subject: profile.sub, email: profile.email, emailVerified: profile.email_verified === true, name: profile.name }
  },
}
