import * as v from 'valibot'
import { addressSchema, subjectSchema, textSchema } from './profile-fields.ts'
import type { Service } from './service.ts'

const profileSchema = v.object({
  user: v.object({
    user_id: subjectSchema,
    email: v.optional(addressSchema, null),
    first_name: v.optional(textSchema, null),
    last_name: v.optional(textSchema, null),
  }),
})

/** VK ID, the OAuth 2.1 service of id.vk.com; oauth.vk.com accepts no new applications. */
export const vk: Service = {
  endpoints: {
    authorize: 'https://id.vk.com/authorize',
    token: 'https://id.vk.com/oauth2/auth',
    profile: 'https://id.vk.com/oauth2/user_info',
  },
  scopes: ['email'],
  clientAuth: 'form',
  // The callback contains a device id, which the token request must repeat.
  tokenFields: ({ state, deviceId = '' }) => ({ state, device_id: deviceId }),
  async readProfile(token, { ask, endpoints, clientId }) {
    const { user } = await ask(endpoints.profile, profileSchema, {
      method: 'POST',
      body: new URLSearchParams({ access_token: token, client_id: clientId }),
    })
    const name = [user.first_name, user.last_name].filter(Boolean).join(' ')
    // `verified` refers to the person, not to the address.
    return { subject: user.user_id, email: user.email, emailVerified: false, name: name || null }
  },
}
