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
export type FooterLink = { href: string; label: Record<Locale, string> }
export type Plan = { id: string; tokensPerMonth: number; monthly: Price; yearly: Price }

const second = 1
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

export const config = {
  name: 'Quartet',

  api: {
    basePath: '/api',
    /** Generous for a person with several tabs. API keys have a limit of their own (`apiKeys.limit`). */
    limits: {
      /** Calls in one session. */
      session: { calls: 600, per: 1 * minute },
      /** Calls in all sessions of a person together. */
      person: { calls: 1_800, per: 1 * minute },
      /** Calls of a person that take work: quotes, searches and statistics. Those with API keys count too. */
      heavy: { calls: 240, per: 1 * minute },
    },
  },

  locale: {
    default: 'en',
    cookie: { name: 'locale', maxAge: 365 * day },
  },

  auth: {
    /** Where a signed-out person is led, and where a signed-in one lands. */
    pages: { signIn: '/signin', afterSignIn: '/dashboard', guestOnlyRedirect: '/', switchAccount: '/switch' },
    /** Whether the sign-in link carries the page that was wanted. */
    addRedirectQuery: true,
    signUpEnabled: true,
    /**
     * A proof of work (ALTCHA) that a browser does before it may make an account. `rounds` of `cost` iterations of PBKDF2 are tried;
     * the defaults take a laptop under a second. Typed wide, because both are there to be set.
     */
    signUpChallenge: { enabled: false as boolean, cost: 5_000, rounds: { min: 300, max: 600 }, maxAge: 10 * minute },
    /** New accounts that one network address (of IPv6, one /64) may make in a day. `SIGN_UPS_PER_ADDRESS` in the environment goes before it. */
    signUpsPerAddress: 5,
    /** `pointer` (RFC 6901) is where the answer to a sign-in holds it. */
    token: { cookieName: 'auth.token', pointer: '/token', maxAge: 15 * minute },
    refreshToken: { cookieName: 'auth.refresh-token', pointer: '/refresh_token', maxAge: 30 * day, reuseGrace: 10 * second },
    /** Timing of session renewal in open pages, in milliseconds. */
    refresh: {
      beforeExpiry: 60_000,
      /** When the window is looked at again, but not more often than this. */
      onVisible: { minInterval: 60_000 },
      /** `false`: never; `true`: every second; or how often. Typed wide, because all three are there to be set. */
      periodic: false as boolean | number,
    },
    /** `?access_token=` on any page. */
    accessToken: {
      queryParam: 'access_token',
      maxLength: 2048,
      /** Keeps the tokens of another account until the person has said whether to change over. */
      pending: { cookieName: 'auth.pending', maxAge: 5 * minute },
      /** Carries what is to be said about the link over to the page that says it, once. */
      notice: { cookieName: 'auth.notice', maxAge: 1 * minute },
    },
    /** Set by the browser itself: a sign-out holds even when no server is reachable. */
    signedOutCookieName: 'auth.signed-out',
    password: { minLength: 10, maxLength: 128 },
    passwordReset: { maxAge: 1 * hour },
    emailVerification: { maxAge: 3 * day },
    /** How long a sign-in that was proved elsewhere waits for a page to pick it up. */
    handover: { maxAge: 1 * minute },
    /** How long a person may take at another service before they come back signed in. */
    oauth: { maxAge: 10 * minute },
    /** How long, and for how many tries, the second step of a sign-in is open. */
    secondStep: { maxAge: 5 * minute, tries: 5 },
    /** Between what the device is asked and its answer. */
    passkeys: { challengeMaxAge: 10 * minute, maxPerAccount: 20 },
    /** How long an account that is to be deleted waits for its owner to change their mind. */
    deletion: { grace: 7 * day },
    /** How long ago a sign-in may be that stands for a password where there is none. */
    recentSignIn: 10 * minute,
    /**
     * A browser that has signed in before has an allowance of guesses of its own, so that strangers' guesses never keep the owner out there.
     * A new password ends it; a sign-out does not.
     */
    knownDevice: { cookieName: 'auth.device', maxAge: 365 * day, limit: { tries: 20, per: 1 * hour } },
    /** Sign-in tries for one e-mail from one address. */
    signInLimit: { tries: 10, per: 1 * minute },
  },

  colorMode: { storageKey: 'nuxt-color-mode', default: 'system' },

  /**
   * Whether pages register a service worker: it lets the app be installed and shows a page of ours where there is no connection.
   * Switched off, browsers that have one drop it at their next visit. Typed wide, because both are there to be set.
   */
  serviceWorker: true as boolean,

  /** How often an open page asks whether a newer build is served, in milliseconds. */
  builds: { firstLookAfter: 1_000, pollInterval: 5 * 60_000 },

  referral: {
    cookieName: 'referral_code',
    queryParam: 'ref',
    maxAge: 30 * day,
    /** Hosts (with their port, if any) whose links carry the code of the visitor's inviter. */
    outgoingHosts: [],
    /** Tokens for both after the invited person's first purchase. */
    reward: { inviter: 200, invited: 100 },
  },

  /** The operator's own links at the foot of public pages. */
  footerLinks: [],

  tokens: {
    welcomeGrant: 100,
    /**
     * Models that an account with an unverified email cannot spend free tokens on. `connected`: all but the built-in ones; `all`; `none`.
     * Bought tokens can be spent on every model.
     */
    verifyEmailFor: 'connected' as 'connected' | 'all' | 'none',
    /** How long the mailbox of a deleted account is remembered, as a hash, so that signing up again gives no second welcome grant. */
    mailboxMemory: 365 * day,
    /** A hold that is released into a lot that has meanwhile ended stays spendable this long. */
    expiredReleaseGrace: 24 * hour,
    /** Runs a day and person that cost nothing because the built-in model cannot draw what the prompt asks for. */
    freeRunsPerDay: 20,
    /** Below either limit a person is warned that tokens run low: a balance, or days left at their recent pace. */
    low: { tokens: 20, days: 3 },
    /** How long a link to the ledger as a file waits to be followed. */
    exportUrlMaxAge: 5 * minute,
  },

  /** Visitors can draw one small image at a time on the home page, without an account. */
  demo: {
    /** `DEMO` in the environment goes before it. */
    enabled: true as boolean,
    promptMaxLength: 200,
    /** Images drawn for one network address (of IPv6, one /64). Images from the cache are not counted. */
    perAddress: { images: 12, per: 1 * hour },
    /** Images drawn for all visitors together. */
    overall: { images: 30, per: 1 * minute },
    /** Each process draws one at a time; this many more wait for their turn. */
    maxWaiting: 8,
    /** Images that each process stores in memory, at about 40 kB each. */
    maxCached: 200,
  },

  generations: {
    /** A worker that has not renewed its claim for this long is taken for dead, and its run is continued by another. */
    leaseSeconds: 30,
    /** Starts of a run, retries after a failure included, before it fails permanently. */
    maxAttempts: 5,
    /** How long a run whose client hung up waits for a retry with the same `Idempotency-Key` before it is canceled. */
    readerGraceSeconds: 15,
    pageSize: { default: 24, max: 100 },
    /** How long a signed link to a file works; links are renewed with every answer of the API. */
    fileUrlMaxAge: 2 * hour,
    /** Event streams that one person may have open in one process; one more closes the oldest. */
    maxEventStreams: 20,
  },

  apiKeys: {
    maxPerAccount: 25,
    /** Calls with one key. */
    limit: { calls: 240, per: 1 * minute },
  },

  library: {
    /** Deleted works can be restored for this long. */
    trash: { maxAge: 30 * day },
    maxCollections: 200,
    /** How long a link to an archive waits to be followed. */
    archiveUrlMaxAge: 5 * minute,
  },

  uploads: {
    /** The largest file of each kind that a person may bring, in megabytes. */
    maxMegabytes: { image: 20, audio: 50, video: 200, text: 1 },
    /** The largest picture. */
    maxMegapixels: 50,
    /** Uploads that no work uses: a person's limits, and how long they are stored. */
    unused: { maxCount: 200, maxMegabytes: 1_000, maxAge: 7 * day },
  },

  packs: [
    { id: 'pack-500', tokens: 500, price: { USD: 500, RUB: 45_000 } },
    { id: 'pack-1500', tokens: 1_500, price: { USD: 1_200, RUB: 109_000 } },
    { id: 'pack-5000', tokens: 5_000, price: { USD: 3_500, RUB: 319_000 } },
  ],

  orders: {
    /** An unpaid order is asked about, less and less often, for this long. */
    openFor: 7 * day,
  },

  subscriptions: {
    /** How long a plan is kept, without new tokens, after a charge that failed, and how often it is tried again meanwhile. */
    grace: 7 * day,
    retryEvery: 2 * day,
  },

  /** The operator as named on the legal pages. Replace before opening the server to others. */
  legal: {
    operator: { en: 'Quartet Example Ltd', ru: 'ООО «Квартет Пример»' },
    address: { en: '1 Example Street, Example City', ru: 'г. Примерный, ул. Примерная, д. 1' },
    email: 'legal@quartet.example',
    jurisdiction: { en: 'the country in which the operator is registered', ru: 'страны, в которой зарегистрирован оператор' },
    /** The day the texts last changed. */
    updated: '2026-11-23',
  },

  plans: [
    { id: 'solo', tokensPerMonth: 1_000, monthly: { USD: 800, RUB: 69_000 }, yearly: { USD: 8_000, RUB: 690_000 } },
    { id: 'studio', tokensPerMonth: 4_000, monthly: { USD: 2_400, RUB: 219_000 }, yearly: { USD: 24_000, RUB: 2_190_000 } },
  ],
} as const satisfies {
  locale: { default: Locale } & Record<string, unknown>
  referral: { outgoingHosts: readonly string[] } & Record<string, unknown>
  footerLinks: readonly FooterLink[]
  packs: readonly TokenPack[]
  plans: readonly Plan[]
} & Record<string, unknown>

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value)
}
