/**
 * The product's settings: everything that an operator may want to change without touching code, and nothing secret. Secrets and addresses
 * come from the environment (`app/server/env.ts`).
 */

export const locales = ['en', 'ru'] as const
export type Locale = (typeof locales)[number]

/** An ISO 4217 code. */
export type Currency = string
/** The default currencies of the shop; an owner can choose others in the browser. */
export const currencies = ['USD', 'RUB'] as const

/** Amounts in minor units (cents, kopecks). */
export type Price = Readonly<Record<Currency, number>>

export type TokenPack = { id: string; tokens: number; price: Price }
export type FooterLink = { href: string; label: Record<Locale, string> }
export type Plan = { id: string; tokensPerMonth: number; monthly: Price; yearly: Price }

const second = 1
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

export const name = 'Quartet'

export const api = {
  basePath: '/api',
  /** Generous for a person with several tabs. API keys have their own limit (`apiKeys.limit`). */
  limits: {
    /** Calls per session. */
    session: { calls: 600, per: 1 * minute },
    /** Calls of a person, in all sessions together. */
    person: { calls: 1_800, per: 1 * minute },
    /** Expensive calls of a person: quotes, searches and statistics. Calls with API keys count too. */
    heavy: { calls: 240, per: 1 * minute },
  },
} as const

export const locale = {
  default: 'en',
  cookie: { name: 'locale', maxAge: 365 * day },
} as const

export const auth = {
  /** Pages that signed-out people are redirected to, and that people see after signing in. */
  pages: { signIn: '/signin', afterSignIn: '/dashboard', guestOnlyRedirect: '/', switchAccount: '/switch' },
  /** Whether the redirect to the sign-in page carries the requested page. */
  addRedirectQuery: true,
  signUpEnabled: true,
  /**
   * A proof of work (ALTCHA) that a browser does before it may create an account. It tries `rounds` of `cost` iterations of PBKDF2; the
   * defaults take a laptop less than a second. The wide types allow every setting.
   */
  signUpChallenge: { enabled: false as boolean, cost: 5_000, rounds: { min: 300, max: 600 }, maxAge: 10 * minute },
  /**
   * New accounts that one network address (one /64 of IPv6) may create in a day. `SIGN_UPS_PER_ADDRESS` in the environment overrides it.
   */
  signUpsPerAddress: 5,
  /** `pointer` (RFC 6901) is the location of the token in the response to a sign-in. */
  token: { cookieName: 'auth.token', pointer: '/token', maxAge: 15 * minute },
  refreshToken: { cookieName: 'auth.refresh-token', pointer: '/refresh_token', maxAge: 30 * day, reuseGrace: 10 * second },
  /** Timing of session renewal in open pages, in milliseconds. */
  refresh: {
    beforeExpiry: 60_000,
    /** Refreshes when the window becomes visible, at most this often. */
    onVisible: { minInterval: 60_000 },
    /** `false`: never; `true`: every second; a number: the period in milliseconds. The wide type allows every setting. */
    periodic: false as boolean | number,
  },
  /** Settings of `?access_token=`, which works on any page. */
  accessToken: {
    queryParam: 'access_token',
    maxLength: 2048,
    /** Stores the tokens of another account until the person has decided whether to switch. */
    pending: { cookieName: 'auth.pending', maxAge: 5 * minute },
    /** Carries the notice about the link to the page that shows it once. */
    notice: { cookieName: 'auth.notice', maxAge: 1 * minute },
  },
  /** Set by the browser itself, so that a sign-out holds even if no server can be reached. */
  signedOutCookieName: 'auth.signed-out',
  /** Names the issuer of OpenID Connect to which a sign-out leads. */
  issuerCookieName: 'auth.issuer',
  password: { minLength: 10, maxLength: 128 },
  passwordReset: { maxAge: 1 * hour },
  emailVerification: { maxAge: 3 * day },
  /** Time that a sign-in completed elsewhere waits for a page to pick it up. */
  handover: { maxAge: 1 * minute },
  /** Time that a person may take at another service. */
  oauth: { maxAge: 10 * minute },
  /** Time and number of tries for the second step of a sign-in. */
  secondStep: { maxAge: 5 * minute, tries: 5 },
  /** `challengeMaxAge`: time between the request to the device and its answer. */
  passkeys: { challengeMaxAge: 10 * minute, maxPerAccount: 20 },
  /** Time in which the owner can cancel the deletion of an account. */
  deletion: { grace: 7 * day },
  /** Age up to which a sign-in replaces the password of an account without one. */
  recentSignIn: 10 * minute,
  /**
   * A browser that has signed in before has its own allowance of guesses, so that strangers' guesses never lock the owner out there. A
   * new password ends this; a sign-out does not.
   */
  knownDevice: { cookieName: 'auth.device', maxAge: 365 * day, limit: { tries: 20, per: 1 * hour } },
  /** Sign-in attempts for one email from one address. */
  signInLimit: { tries: 10, per: 1 * minute },
} as const

export const colorMode = { storageKey: 'nuxt-color-mode', default: 'system' } as const

/**
 * Whether pages register a service worker, which makes the app installable and shows a page of ours offline. If disabled, browsers remove
 * an existing one at their next visit. The wide type allows both settings.
 */
export const serviceWorker = true as boolean

/** Interval in milliseconds at which an open page checks for a newer build. */
export const builds = { firstLookAfter: 1_000, pollInterval: 5 * 60_000 } as const

export const referral = {
  cookieName: 'referral_code',
  queryParam: 'ref',
  maxAge: 30 * day,
  /** Hosts (with port, if any) whose links carry the visitor's referral code. */
  outgoingHosts: [],
  /** Tokens for both people after the invited person's first purchase. */
  reward: { inviter: 200, invited: 100 },
} as const

/** The operator's own links in the footer of public pages. */
export const footerLinks = [] as const

export const tokens = {
  welcomeGrant: 100,
  /**
   * Models on which an account with an unverified email cannot spend free tokens. `connected`: all but the built-in ones; `all`; `none`.
   * Bought tokens can be spent on every model.
   */
  verifyEmailFor: 'connected' as 'connected' | 'all' | 'none',
  /** Time for which the mailbox of a deleted account is remembered, as a hash, so that signing up again gives no second welcome grant. */
  mailboxMemory: 365 * day,
  /** Time for which tokens that a hold releases into an expired lot can still be spent. */
  expiredReleaseGrace: 24 * hour,
  /** Free runs per day and person, for prompts that the built-in model cannot draw. */
  freeRunsPerDay: 20,
  /** Tokens that a conversation may spend without a press, for steps that follow calls of tools. */
  allowance: 10,
  /** A warning says that tokens run low when either limit is reached: the balance, or the days left at the recent pace. */
  low: { tokens: 20, days: 3 },
  /** Lifetime of a link to the ledger as a file. */
  exportUrlMaxAge: 5 * minute,
} as const

/** Visitors can draw one image at a time on the home page, without an account. */
export const demo = {
  /** `DEMO` in the environment overrides it. */
  enabled: true as boolean,
  promptMaxLength: 200,
  /** Images drawn for one network address (one /64 of IPv6). Images from the cache do not count. */
  perAddress: { images: 12, per: 1 * hour },
  /** Images drawn for all visitors together. */
  overall: { images: 30, per: 1 * minute },
  /** Number of waiting images; each process draws one at a time. */
  maxWaiting: 8,
  /** Images that each process caches in memory, at about 200 kB each. */
  maxCached: 60,
} as const

export const operators = {
  /**
   * Whether owners, operators and support need two-factor authentication. A server with the embedded database that only this machine can
   * reach does not ask for it.
   */
  requireTwoFactor: true as boolean,
  /** The most tokens that support may grant or take at once. */
  supportGrantLimit: 500,
  /** The most tokens that a person with the role support may grant or take in 24 hours. Owners and operators are alerted before. */
  supportDailyGrantLimit: 5_000,
} as const

export const generations = {
  /** Seconds without a renewal after which a worker counts as dead, and another one continues its run. */
  leaseSeconds: 30,
  /** Runs of one person that may wait for their start at once. */
  maxWaiting: 100,
  /** Runs of one person that may run at once, on this machine and at services together. */
  maxConcurrent: 20,
  /** Attempts of a run that fail by themselves, including retries, before it fails permanently. */
  maxAttempts: 5,
  /**
   * Attempts of a run that end with their worker, which may have been killed for any reason, before it fails permanently. A run that
   * kills every worker must end some day; others do not meet so many deaths.
   */
  maxInterruptions: 25,
  /** Seconds that a run whose client has disconnected waits for a retry with the same `Idempotency-Key` before it is canceled. */
  readerGraceSeconds: 15,
  /** Seconds that a caller of the OpenAI-compatible API waits for a text: from the request to the start, and from there to the end. */
  textWaitSeconds: 600,
  pageSize: { default: 24, max: 100 },
  /** Whether files made by connected models say so in their metadata (EU AI Act, Article 50). The wide type allows every setting. */
  markAi: true as boolean,
  /** Lifetime of a signed link to a file; every response of the API renews the links. */
  fileUrlMaxAge: 2 * hour,
  /** Event streams that one person may have open in one process; another one closes the oldest. */
  maxEventStreams: 20,
} as const

/** Tokens for a run of a model that is installed on this machine, by its kind. The wide type allows every setting. */
export const localModels = {
  pricePerRun: {
    text: 0 as number,
    embedding: 0 as number,
    transcription: 0 as number,
    speech: 0 as number,
    image: 0 as number,
    image_edit: 0 as number,
  },
} as const

export const apiKeys = {
  maxPerAccount: 25,
  /** Calls per key. */
  limit: { calls: 240, per: 1 * minute },
} as const

/** Access that people give to programs in the browser or by a code. Times in seconds. */
export const programs = {
  maxPerAccount: 50,
  /** Time in which a program fetches its tokens. */
  codeMaxAge: 1 * minute,
  accessMaxAge: 1 * hour,
  /** Time after which unused access ends. */
  refreshMaxAge: 60 * day,
  /** Time in which a program may repeat an exchange whose answer it has lost. */
  reuseGrace: 10,
  /** Sign-in by a code: time for the person, pause of the program between two questions, and the life of the key that it gets. */
  device: { maxAge: 10 * minute, interval: 5, keyDays: 365 },
  /** Time for which a program's own description is not read again, and after which an unused registration is deleted. */
  clients: { readAgainAfter: 15 * minute, unusedMaxAge: 1 * day },
} as const

/** Addresses of a person that are called when something has happened. */
export const webhooks = {
  maxPerAccount: 10,
} as const

/** Browsers of a person that get push notifications; a further one replaces the oldest. */
export const push = {
  maxPerAccount: 20,
} as const

/** Voices of a person's own, cloned at a connected service. */
export const voices = {
  maxPerPerson: 3,
  /** Tokens for a new voice. The wide type allows every setting. */
  price: 0 as number,
} as const

export const library = {
  /** Time for which deleted works can be restored. */
  trash: { maxAge: 30 * day },
  /**
   * Age at which results with files move to the trash, except favorites, shared ones and those in collections; null: never. The wide type
   * allows both settings.
   */
  results: { maxAge: null as number | null },
  /**
   * Megabytes that a person's uploads and results may take, with those in the trash; null: no limit. At the limit, uploads and runs that
   * make files are refused. Runs that wait already still store their results. The wide type allows both settings.
   */
  storage: { maxMegabytes: 10_000 as number | null },
  maxCollections: 200,
  /** Lifetime of a link to an archive. */
  archiveUrlMaxAge: 5 * minute,
} as const

export const sharing = {
  /** Whether public pages say of results of connected models that they are made by AI. The wide type allows every setting. */
  labelAi: true as boolean,
} as const

export const uploads = {
  /** Largest upload of each kind, in megabytes. */
  maxMegabytes: { image: 20, audio: 50, video: 200, text: 1, document: 12 },
  /** Largest image, in megapixels. */
  maxMegapixels: 50,
  /** Longest document, in pages; the smallest limit of the services. */
  maxPages: 100,
  /** Uploads that no work uses: limits per person, and the time they are stored. */
  unused: { maxCount: 200, maxMegabytes: 1_000, maxAge: 7 * day },
} as const

/** Packs, plans, the welcome grant and the referral reward are defaults: an owner or operator can change them in the browser. */
export const packs = [
  { id: 'pack-500', tokens: 500, price: { USD: 500, RUB: 45_000 } },
  { id: 'pack-1500', tokens: 1_500, price: { USD: 1_200, RUB: 109_000 } },
  { id: 'pack-5000', tokens: 5_000, price: { USD: 3_500, RUB: 319_000 } },
] as const

export const orders = {
  /** Time in which an unpaid order is queried, less and less often. */
  openFor: 7 * day,
} as const

export const subscriptions = {
  /** Time for which a plan continues, without new tokens, after a failed charge, and the interval of further attempts. */
  grace: 7 * day,
  retryEvery: 2 * day,
  /** Time before an automatic charge at which people get an email about it. */
  noticeBefore: 3 * day,
} as const

/** The operator as named on the legal pages. Replace this before opening the server to others. */
export const legal = {
  operator: { en: 'Quartet Example Ltd', ru: 'ООО «Квартет Пример»' },
  address: { en: '1 Example Street, Example City', ru: 'г. Примерный, ул. Примерная, д. 1' },
  email: 'legal@quartet.example',
  jurisdiction: { en: 'the country in which the operator is registered', ru: 'страны, в которой зарегистрирован оператор' },
  /** Date of the last change to the texts. */
  updated: '2026-11-23',
} as const

export const plans = [
  { id: 'solo', tokensPerMonth: 1_000, monthly: { USD: 800, RUB: 69_000 }, yearly: { USD: 8_000, RUB: 690_000 } },
  { id: 'studio', tokensPerMonth: 4_000, monthly: { USD: 2_400, RUB: 219_000 }, yearly: { USD: 24_000, RUB: 2_190_000 } },
] as const

/** All of them, for the server and the tests. Browser code imports `* as config`, so that a page loads only the sections that it uses. */
export const config = {
  name,
  api,
  locale,
  auth,
  colorMode,
  push,
  serviceWorker,
  builds,
  referral,
  footerLinks,
  tokens,
  demo,
  operators,
  generations,
  localModels,
  apiKeys,
  programs,
  webhooks,
  voices,
  library,
  sharing,
  uploads,
  packs,
  orders,
  subscriptions,
  legal,
  plans,
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
