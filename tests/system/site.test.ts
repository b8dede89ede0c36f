import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { gateway, openSite } from './site/open-site.ts'

// One site for all of them: starting its two servers takes as long as a third of the tests.
let site: AsyncDisposable
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.[Symbol.asyncDispose]())
beforeEach(() => gateway.forget())
afterEach(() => {
  gateway.fault = () => null
})

// First, because it searches the log, of which a server keeps the end only.
await import('./site/access-token.ts')
await import('./site/session.ts')
await import('./site/pages.ts')
