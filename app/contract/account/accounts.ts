import * as v from 'valibot'
import * as config from '#config'
import { currencySchema, idSchema, localeSchema, timeZoneSchema, timestampSchema, tokenAmountSchema } from '../base/common.ts'
import { givenConsentSchema } from './consent.ts'
import { emailSchema, soughtEmailSchema } from './email.ts'
import { roles } from './roles.ts'
import { freeText } from '../base/text.ts'

const { minLength, maxLength } = config.auth.password

export const newPasswordSchema = v.pipe(
  v.string('required'),
  v.minLength(minLength, 'password_too_short'),
  v.maxLength(maxLength, 'password_too_long'),
)
/** The `device_token` of earlier sign-ins on this device. It raises the limits on guesses and proves nothing. */
export const deviceTokensSchema = v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(256, 'too_long'))), v.maxLength(5, 'too_many')))
/** A password to compare: a malformed one gets the same "wrong password" answer as any other. */
const presentedPasswordSchema = v.pipe(v.string('required'), v.nonEmpty('required'), v.maxLength(1024, 'too_long'))
export const nameSchema = v.pipe(freeText(), v.trim(), v.maxLength(80, 'too_long'))

export const signUpSchema = v.object({
  email: emailSchema,
  password: newPasswordSchema,
  name: v.optional(nameSchema),
  locale: v.optional(localeSchema),
  referral_code: v.optional(v.pipe(v.string(), v.maxLength(64, 'too_long'))),
  /** A solved challenge in base64, if the installation requires one. */
  challenge: v.optional(v.pipe(v.string(), v.maxLength(4096, 'too_long'))),
  /** The consent to the processing of personal data, if the installation asks for it. */
  personal_data_consent: v.optional(givenConsentSchema),
  accept_terms: v.pipe(v.optional(v.boolean(), false), v.literal(true, 'terms_not_accepted')),
})
export const signInSchema = v.object({
  email: soughtEmailSchema,
  password: presentedPasswordSchema,
  device_tokens: deviceTokensSchema,
})
export const refreshSchema = v.object({ refresh_token: v.pipe(v.string('required'), v.maxLength(512, 'too_long')) })
export const signOutSchema = v.object({ refresh_token: v.optional(v.pipe(v.string(), v.maxLength(512, 'too_long'))) })

export const forgotPasswordSchema = v.object({ email: emailSchema, device_tokens: deviceTokensSchema })
export const resetPasswordSchema = v.object({
  token: v.pipe(v.string('required'), v.maxLength(512, 'too_long')),
  password: newPasswordSchema,
})
/** An account without a password sets its first one without giving the current one. */
export const changePasswordSchema = v.object({
  current_password: v.optional(presentedPasswordSchema),
  password: newPasswordSchema,
  /** Off by default for API clients; the page sends `true` by default. */
  revoke_api_keys: v.optional(v.boolean('invalid'), false),
})

export const tokenPairSchema = v.object({
  token: v.string(),
  refresh_token: v.string(),
  /** Seconds until `token` ends. */
  expires_in: v.number(),
  /** Marks the device as known for a later sign-in. The part before the first dot is the same for all tokens of an account. */
  device_token: v.string(),
})
export type TokenPair = v.InferOutput<typeof tokenPairSchema>

/** The value of `?access_token=`: a handover, which works once, or an access token. Longer values are rejected unread. */
export const accessTokenSchema = v.pipe(v.string('required'), v.nonEmpty('required'), v.maxLength(2048, 'too_long'))
export const handoverSchema = v.object({ access_token: accessTokenSchema })

export const verifyEmailSchema = v.object({ token: v.pipe(v.string('required'), v.maxLength(512, 'too_long')) })

export const oauthProviders = ['google', 'github', 'yandex', 'vk'] as const
export type OauthProvider = (typeof oauthProviders)[number]
/** Ways to sign in and up on this installation. */
export const signInMethodsSchema = v.object({
  sign_up: v.boolean(),
  /** Whether only people with an invitation link may sign up; older servers omit it. */
  invited_only: v.optional(v.boolean(), false),
  /** The only domains of email addresses that may sign up; empty for all. Older servers omit it. */
  email_domains: v.optional(v.array(v.string()), []),
  /** Whether a sign-up requires a solved challenge; older servers omit it. */
  challenge: v.optional(v.boolean(), false),
  /** Whether a sign-up requires the consent to the processing of personal data; older servers omit it. */
  personal_data_consent: v.optional(v.boolean(), false),
  /** Whether visitors can draw an image without an account; older servers omit it. */
  demo: v.optional(v.boolean(), false),
  /** Tokens that a new account gets; older servers omit it. */
  welcome_tokens: v.optional(tokenAmountSchema, 0),
  oauth: v.array(v.picklist(oauthProviders)),
  /** Issuers of OpenID Connect with the labels of their buttons; older servers omit them. */
  oidc: v.optional(v.array(v.object({ id: v.string(), label: v.string() })), []),
  /** Whether `sign_up` includes accounts with a password; older servers omit it. */
  password_sign_up: v.optional(v.boolean(), true),
})

/** Reasons why an account gets no free tokens: a disposable address, or a mailbox that already had an account. */
export const freeTokensBars = ['disposable_email', 'known_mailbox'] as const
export type FreeTokensBarred = (typeof freeTokensBars)[number]

export const userSchema = v.object({
  id: idSchema,
  email: v.string(),
  name: v.nullable(v.string()),
  /** Older servers omit it. */
  role: v.optional(v.picklist(roles), 'member'),
  /** A path of the API; null without a picture. */
  avatar_url: v.nullable(v.string()),
  /** A newer server may have more languages. */
  locale: v.fallback(localeSchema, config.locale.default),
  created_at: timestampSchema,
  email_verified: v.boolean(),
  free_tokens_barred: v.nullable(v.picklist(freeTokensBars)),
  /** False for a person who signs in only through other services. */
  has_password: v.boolean(),
  referral_code: v.string(),
  /** IANA name; null if unknown. */
  time_zone: v.nullable(v.string()),
  /** The currency of prices; null derives it from the language. */
  currency: v.nullable(v.string()),
  /** Whether the person gets an email when a long run ends. */
  mail_when_done: v.boolean(),
  /**
   * Whether the person gets an email when an API key asks for a run beyond its budget, or an assistant's question has waited ten minutes.
   * Older servers omit it.
   */
  mail_when_asked: v.optional(v.boolean(), true),
  /** Runs that API keys ask for and the person can allow or refuse. Older servers omit it. */
  open_requests: v.optional(v.pipe(v.number(), v.safeInteger()), 0),
  /** Calls of assistants that wait for the person. Older servers omit it. */
  open_calls: v.optional(v.pipe(v.number(), v.safeInteger()), 0),
  /** Tokens that can be spent now. */
  available: tokenAmountSchema,
  /** Tokens set aside for runs that have not ended. */
  held: tokenAmountSchema,
})
export type User = v.InferOutput<typeof userSchema>

/** The result of a handover: credentials and their owner. An access token comes without a refresh token. */
export const handedOverSchema = v.object({
  user: userSchema,
  token: v.string(),
  refresh_token: v.nullable(v.string()),
  expires_in: v.number(),
  /** Null for an access token. */
  device_token: v.optional(v.nullable(v.string()), null),
})
export type HandedOver = v.InferOutput<typeof handedOverSchema>

/** People who signed up through the person's link. */
export const referralsSchema = v.object({
  code: v.string(),
  joined: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** Tokens for both people after the invited person's first purchase; older servers omit it. */
  reward: v.optional(v.object({ inviter: tokenAmountSchema, invited: tokenAmountSchema }), { inviter: 0, invited: 0 }),
})
export type Referrals = v.InferOutput<typeof referralsSchema>

export const updateMeSchema = v.object({
  name: v.optional(v.nullable(nameSchema)),
  locale: v.optional(localeSchema),
  time_zone: v.optional(timeZoneSchema),
  /** Null derives the currency from the language. */
  currency: v.optional(v.nullable(currencySchema)),
  mail_when_done: v.optional(v.boolean('invalid')),
  mail_when_asked: v.optional(v.boolean('invalid')),
})

/** A link to a ZIP of all data, valid for a few minutes. */
export const exportAnswerSchema = v.object({ url: v.string() })

/** Time of the deletion, unless the owner signs in before. */
export const deletionSchema = v.object({ delete_after: timestampSchema })

export const deviceSessionSchema = v.object({
  id: idSchema,
  current: v.boolean(),
  /** Browser and system, from the user agent; null if unknown. */
  device: v.nullable(v.string()),
  /** The last network address; null for sessions created before it was stored. */
  address: v.nullable(v.string()),
  created_at: timestampSchema,
  last_seen_at: timestampSchema,
})
export const deviceSessionsSchema = v.object({ items: v.array(deviceSessionSchema) })
export type DeviceSession = v.InferOutput<typeof deviceSessionSchema>
