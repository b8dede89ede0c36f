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

/** VK ID, the OAuth 2.1 service of id.vk.com: the older one at oauth.vk.com takes no new applications. */
export const vk: Service = {
  endpoints: {
    authorize: 'https://id.vk.com/authorize',
    token: 'https://id.vk.com/oauth2/auth',
    profile: 'https://id.vk.com/oauth2/user_info',
  },
  scopes: ['email'],
  clientAuth: 'form',
  // It names the device that the person agreed on, and wants it back with the code.
  tokenFields: ({ state, deviceId = '' }) => ({ state, device_id: deviceId }),
  async readProfile(token, { ask, endpoints, clientId }) {
    const { user } = await ask(endpoints.profile, profileSchema, {
      method: 'POST',
      body: new URLSearchParams({ access_token: token, client_id: clientId }),
    })
    const name = [user.first_name, user.last_name].filter(Boolean).join(' ')
    // Its `verified` is about the person, not about the address.
    return { subject: user.user_id, email: user.email, emailVerified: false, name: name || null }
  },
}
