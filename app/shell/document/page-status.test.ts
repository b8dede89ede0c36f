import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError, localFailure } from '#app/contract/base/api-result.ts'
import { readFailure } from '#app/contract/base/read-failure.ts'
import { errorTitle, pageStatus } from './page-status.ts'

const failed = (error: unknown) => [{ status: 'success' }, { status: 'error', error }]
const answered = (status: number) => failed(new ApiError(readFailure({ status, statusText: '' }, { detail: 'Oops.' })))

const pages = [
  { page: 'a page that was found', matches: [{ status: 'success' }], status: 200, title: undefined },
  { page: 'an unmatched route', matches: [{ status: 'success', _notFound: true }], status: 404, title: 'Page Not Found' },
  { page: 'a route whose validation failed', matches: [{ status: 'notFound' }], status: 404, title: 'Page Not Found' },
  { page: 'a call that was answered with 404', matches: answered(404), status: 404, title: 'Page Not Found' },
  { page: 'a call that was answered with 403', matches: answered(403), status: 403, title: 'Internal Server Error' },
  { page: 'a call that was answered with 503', matches: answered(503), status: 503, title: 'Service Unavailable' },
  {
    page: 'a call without an answer',
    matches: failed(new ApiError(localFailure('offline'))),
    status: 500,
    title: 'Internal Server Error',
  },
  { page: 'an unhandled error', matches: failed(new Error('x')), status: 500, title: 'Internal Server Error' },
]

test.each(pages)('status and title of $page agree', ({ matches, status, title }) => {
  vi.stubEnv('SSR', true)
  expect([pageStatus(matches), errorTitle(matches)]).toEqual([status, title])
  vi.unstubAllEnvs()
})

describe('in the browser', () => {
  const browse = (userAgent: string, { isTaken }: { isTaken: boolean }) => {
    vi.stubEnv('SSR', false)
    vi.stubGlobal('window', { chunkGuard: { isTaken } })
    vi.stubGlobal('navigator', { userAgent })
  }
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
  })

  test('a bot that moves to a page whose call fails keeps the page’s own title', () => {
    browse('Mozilla/5.0 (compatible; Googlebot/2.1)', { isTaken: true })
    expect(errorTitle(answered(503))).toBeUndefined()
  })

  test('the title of an error page from the server stays, for bots too', () => {
    browse('Mozilla/5.0 (compatible; Googlebot/2.1)', { isTaken: false })
    expect(errorTitle(answered(503))).toBe('Service Unavailable')
  })

  test('a person sees the title of the error', () => {
    browse('Mozilla/5.0 Firefox/140.0', { isTaken: true })
    expect(errorTitle(answered(404))).toBe('Page Not Found')
  })
})
