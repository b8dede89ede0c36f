import type { BrowserContext } from '@playwright/test'
import { config } from '#config'
import { type Person, signIn, signUp } from '#tests/fixtures/api-client.ts'
import { test as base } from './fixtures.ts'

/** Signs a browser in with a new session. `api`: the server of the API, if another one serves the pages. */
export async function startSession(context: BrowserContext, person: Person, { site, api = site }: { site: string; api?: string }) {
  const { tokens } = await signIn(api, person)
  const cookie = { url: site, httpOnly: true, sameSite: 'Lax' } as const
  await context.addCookies([
    { ...cookie, name: config.auth.token.cookieName, value: tokens.token },
    { ...cookie, name: config.auth.refreshToken.cookieName, value: tokens.refreshToken },
  ])
  return tokens
}

/** Returns the tokens in a browser's cookies. */
export async function tokensOf(context: BrowserContext) {
  const cookies = await context.cookies()
  return cookies.filter(({ name }) => /^auth\.(?:refresh-)?token$/.test(name)).map(({ name, value }) => `${name}=${value}`)
}

/** Tests of a signed-in person who also uses the API, as from another device. */
export const test = base.extend<{ ann: Person; signedIn: BrowserContext }>({
  ann: async ({ baseURL }, use) => use(await signUp(baseURL ?? '')),
  signedIn: async ({ context, ann, baseURL }, use) => {
    await startSession(context, ann, { site: baseURL ?? '' })
    await use(context)
  },
})
