/**
 * The product's settings: everything an operator may want to change without touching code, and nothing secret.
 * Secrets and addresses come from the environment (`app/server/env.ts`).
 */

export const locales = ['en', 'ru'] as const
export type Locale = (typeof locales)[number]

export const currencies = ['USD', 'RUB'] as const
export type Currency = (typeof currencies)[number]

/** Minor units (cents, kopecks). */
export type Price = Record<Currency, number>

export type TokenPack = { id: string; tokens: number; price: Price }
export type Plan = { id: string; tokensPerMonth: number; monthly: Price; yearly: Price }

const second = 1
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

export const config = {
  name: 'Quartet',

  api: {
    basePath: '/api',
  },

  locale: {
    default: 'en',
    cookie: { name: 'locale', maxAge: 365 * day },
  },

  auth: {
    /** Where a signed-out person is led, and where a signed-in one lands. */
    pages: { signIn: '/signin', afterSignIn: '/dashboard', guestOnlyRedirect: '/' },
    /** Whether the sign-in link carries the page that was wanted. */
    addRedirectQuery: true,
    signUpEnabled: true,
    token: { cookieName: 'auth.token', maxAge: 15 * minute },
    refreshToken: { cookieName: 'auth.refresh-token', maxAge: 30 * day, reuseGrace: 10 * second },
    password: { minLength: 10, maxLength: 128 },
    passwordReset: { maxAge: 1 * hour },
    /** Sign-in tries for one e-mail from one address. */
    signInLimit: { tries: 10, per: 1 * minute },
  },

  colorMode: { storageKey: 'nuxt-color-mode', default: 'system' },

  referral: { cookieName: 'referral_code', queryParam: 'ref', maxAge: 30 * day },

  tokens: {
    welcomeGrant: 100,
    /** A hold that is released into a lot that has meanwhile ended stays spendable this long. */
    expiredReleaseGrace: 24 * hour,
  },

  generations: {
    /** A worker that has not renewed its claim for this long is taken for dead, and its run is continued by another. */
    leaseSeconds: 30,
    /** How often a run is begun again after a fault of ours or the provider's before it is given up. */
    maxAttempts: 5,
    pageSize: { default: 24, max: 100 },
    /** How long a signed link to a file works; links are renewed with every answer of the API. */
    fileUrlMaxAge: 2 * hour,
  },

  packs: [
    { id: 'pack-500', tokens: 500, price: { USD: 500, RUB: 45_000 } },
    { id: 'pack-1500', tokens: 1_500, price: { USD: 1_200, RUB: 109_000 } },
    { id: 'pack-5000', tokens: 5_000, price: { USD: 3_500, RUB: 319_000 } },
  ],

  /** Who runs this server, as the legal pages name them. To be replaced before others are let in. */
  legal: {
    operator: { en: 'Quartet Example Ltd', ru: 'ООО «Квартет Пример»' },
    address: { en: '1 Example Street, Example City', ru: 'г. Примерный, ул. Примерная, д. 1' },
    email: 'legal@quartet.example',
    jurisdiction: { en: 'the country in which the operator is registered', ru: 'страны, в которой зарегистрирован оператор' },
    /** The day the texts last changed. */
    updated: '2026-11-21',
  },

  plans: [
    { id: 'solo', tokensPerMonth: 1_000, monthly: { USD: 800, RUB: 69_000 }, yearly: { USD: 8_000, RUB: 690_000 } },
    { id: 'studio', tokensPerMonth: 4_000, monthly: { USD: 2_400, RUB: 219_000 }, yearly: { USD: 24_000, RUB: 2_190_000 } },
  ],
} as const satisfies {
  locale: { default: Locale } & Record<string, unknown>
  packs: readonly TokenPack[]
  plans: readonly Plan[]
} & Record<string, unknown>

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value)
}
