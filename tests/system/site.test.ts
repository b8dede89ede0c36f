import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { gateway, openSite } from './site/open-site.ts'

// One site for all tests, because starting its two servers takes as long as a third of them.
let site: AsyncDisposable
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.[Symbol.asyncDispose]())
beforeEach(() => gateway.forget())
afterEach(() => {
  gateway.fault = () => null
})

// This comes first, because it searches the log, of which only the end is kept.
await import('./site/access-token.ts')
await import('./site/session.ts')
await import('./site/pages.ts')
