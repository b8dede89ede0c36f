import { RateLimiterRes } from 'rate-limiter-flexible'
import { config } from '#config'
import { Problem } from '../../problem.ts'
import type { Standing } from '../../standing.ts'
import { type Counter, type CounterSettings, type Counters, digest } from './counters.ts'

export type Limit = {
  /** Counts an attempt and returns what is left, or throws `too_many_attempts` with the seconds to wait. `least`: a lower limit of this key. */
  take(key: string, least?: number): Promise<Standing>
  /** Counts an attempt and returns whether it was within the limit. */
  allows(key: string): Promise<boolean>
  /** Counts an attempt against a limit that the caller checks: returns the count and the seconds until it resets. */
  count(key: string): Promise<{ tries: number; retryAfter: number }>
  /** Uncounts the last attempt. */
  giveBack(key: string): Promise<void>
  /** Resets the count. */
  clear(key: string): Promise<void>
}

const { knownDevice, signInLimit } = config.auth
const { demo } = config
const { tries, per } = signInLimit
/** Higher than the other limits, because people behind one router or proxy share an address. */
const perAddress = { tries: 10 * tries, per }
/** For calls that are cheap and involve no guessing. */
const generous = { tries: 60 * tries, per }
const minute = 60
const hour = 60 * minute

export type Attempts = ReturnType<typeof openAttempts>

/** Opens all counters, each with its limit: `tries` within `per` seconds. */
export function openAttempts(counters: Counters) {
  const limit = (keyPrefix: string, { tries: points, per: duration }: { tries: number; per: number }) =>
    openLimit(counters, { keyPrefix, points, duration })
  return {
    /** By email and network address, so that a stranger's guesses do not lock the owner out. */
    signInByEmail: limit('signInByEmail', { tries, per }),
    /**
     * By email alone, against guesses from many addresses; higher than `signInByEmail`, so that one stranger does not lock the owner out.
     */
    signInByAccount: limit('signInByAccount', { tries: 100 * tries, per: hour }),
    signInByAddress: limit('signInByAddress', perAddress),
    /** By a device that has signed in to the account before, replacing the three above. */
    signInByDevice: limit('signInByDevice', knownDevice.limit),
    /** By person: guesses at a code, over all sign-ins. */
    secondStep: limit('secondStep', { tries: 30, per: hour }),
    secondStepByAddress: limit('secondStepByAddress', perAddress),
    /** By session: guesses at a code by a signed-in person, apart from strangers' guesses at the sign-in. */
    codeBySession: limit('codeBySession', { tries: 30, per: hour }),
    /** By a device that has signed in before, replacing the two above. */
    secondStepByDevice: limit('secondStepByDevice', knownDevice.limit),
    passkeyByAddress: limit('passkeyByAddress', perAddress),
    signUpByAddress: limit('signUpByAddress', perAddress),
    /** Each challenge costs the server a key derivation. */
    challengeByAddress: limit('challengeByAddress', perAddress),
    signUpByEmail: limit('signUpByEmail', { tries, per }),
    /** Accounts created. The operator chooses the limit, so the counter has none. */
    accountsByAddress: limit('accountsByAddress', { tries: 2 ** 31 - 1, per: 24 * hour }),
    refreshByAddress: limit('refreshByAddress', generous),
    /** By refresh token: stops clients that loop. */
    refreshByToken: limit('refreshByToken', { tries: 3 * tries, per }),
    signOutByAddress: limit('signOutByAddress', generous),
    handoverByAddress: limit('handoverByAddress', perAddress),
    oauthByAddress: limit('oauthByAddress', perAddress),
    /** By state: an OAuth callback works once. */
    oauthReturn: limit('oauthReturn', { tries: 1, per: config.auth.oauth.maxAge }),
    /** By person: guesses at the current password, as with a stolen session. */
    passwordChange: limit('passwordChange', { tries, per }),
    passwordChangeByAddress: limit('passwordChangeByAddress', perAddress),
    passwordMailByAddress: limit('passwordMailByAddress', perAddress),
    /** Emails to one person, from all requesters. */
    passwordMailByEmail: limit('passwordMailByEmail', { tries: 5, per: config.auth.passwordReset.maxAge }),
    /** Emails requested from a known device, apart from strangers' requests. */
    passwordMailByDevice: limit('passwordMailByDevice', { tries: 3, per: config.auth.passwordReset.maxAge }),
    passwordResetByAddress: limit('passwordResetByAddress', perAddress),
    /** By token: every attempt computes a password hash. */
    passwordResetByToken: limit('passwordResetByToken', { tries, per }),
    /** Redemption codes that did not work. */
    codeByPerson: limit('codeByPerson', { tries, per: hour }),
    codeByAddress: limit('codeByAddress', perAddress),
    verificationMail: limit('verificationMail', { tries: 5, per: hour }),
    verificationMailByAddress: limit('verificationMailByAddress', perAddress),
    verificationByAddress: limit('verificationByAddress', perAddress),
    emailChange: limit('emailChange', { tries: 5, per: hour }),
    /** Emails to one new address, from all requesters. */
    emailChangeTo: limit('emailChangeTo', { tries: 5, per: hour }),
    emailChangeByAddress: limit('emailChangeByAddress', perAddress),
    /** By person; each avatar is resized on the server. */
    avatar: limit('avatar', { tries: 30, per: hour }),
    /** Invalid public links. Valid ones are not counted. */
    sharedByAddress: limit('sharedByAddress', perAddress),
    /** Reports of shared results. */
    reportsByAddress: limit('reportsByAddress', { tries: 30, per: hour }),
    /** By operator: test emails to the own address. */
    testMails: limit('testMails', { tries: 5, per: hour }),
    /** By recipient: emails about decisions, because many reports may name one address. */
    decisionMails: limit('decisionMails', { tries: 5, per: 24 * hour }),
    /** Webhooks of payment providers; a busy provider sends from few addresses. */
    noticesByAddress: limit('noticesByAddress', generous),
    /** By checkout: each webhook makes the server query the provider. */
    noticesOfCheckout: limit('noticesOfCheckout', { tries: 60, per: minute }),
    /** Demo requests, including those answered from the cache. */
    demoByAddress: limit('demoByAddress', perAddress),
    /** Images drawn for visitors. */
    demoImagesByAddress: limit('demoImagesByAddress', { tries: demo.perAddress.images, per: demo.perAddress.per }),
    /** Images drawn for all visitors together, under one key. */
    demoImages: limit('demoImages', { tries: demo.overall.images, per: demo.overall.per }),
    /** Programs that register themselves. */
    clientsByAddress: limit('clientsByAddress', { tries: 30, per: hour }),
    /** Requests of programs for access that a person opens: each may read an address. */
    authorizationsByPerson: limit('authorizationsByPerson', { tries: 120, per: hour }),
    /** Exchanges of codes and refresh tokens. */
    programTokensByAddress: limit('programTokensByAddress', generous),
    /** Sign-ins by a code that programs start. */
    deviceLoginsByAddress: limit('deviceLoginsByAddress', { tries: 60, per: hour }),
    /** By person: guesses at the code of somebody's program. */
    userCodes: limit('userCodes', { tries: 20, per: hour }),
    /** Calls by API key. */
    callsByKey: limit('callsByKey', { tries: config.apiKeys.limit.calls, per: config.apiKeys.limit.per }),
  }
}

function openLimit(counters: Counters, settings: CounterSettings): Limit {
  let counter: Promise<Counter> | undefined
  const open = () =>
    (counter ??= counters(settings).catch((error: unknown) => {
      counter = undefined
      throw error
    }))

  /** Counts an attempt; `over` if it is beyond the limit. */
  async function consume(key: string): Promise<Standing & { over: boolean }> {
    const opened = await open()
    try {
      return { over: false, ...standingOf(await opened.consume(digest(key))) }
    } catch (reason) {
      if (reason instanceof RateLimiterRes) return { over: true, ...standingOf(reason) }
      throw reason
    }
  }
  const standingOf = (counted: RateLimiterRes): Standing => ({
    limit: settings.points,
    remaining: Math.max(0, counted.remainingPoints),
    resetSeconds: secondsOf(counted),
  })
  return {
    async take(key, least = settings.points) {
      const counted = await consume(key)
      const used = settings.points - counted.remaining
      const limit = Math.min(least, settings.points)
      const standing = { limit, remaining: Math.max(0, limit - used), resetSeconds: counted.resetSeconds }
      if (counted.over || used > limit) throw new Problem('too_many_attempts', { retryAfter: standing.resetSeconds, standing })
      return standing
    },
    async allows(key) {
      return !(await consume(key)).over
    },
    async count(key) {
      const counted = await (await open()).consume(digest(key))
      return { tries: counted.consumedPoints, retryAfter: secondsOf(counted) }
    },
    async giveBack(key) {
      await (await open()).reward(digest(key))
    },
    async clear(key) {
      await (await open()).delete(digest(key))
    },
  }
}

const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000))
