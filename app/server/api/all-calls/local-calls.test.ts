import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import type { ApiResult } from '#app/contract/base/api-result.ts'
import { getSessionCall } from '#app/contract/account/auth.calls.ts'
import { listGenerationsCall } from '#app/contract/runs/generations.calls.ts'
import { getLibraryCall, getOverviewCall } from '#app/contract/library/library.calls.ts'
import { endDeviceSessionCall, updateMeCall } from '#app/contract/account/me.calls.ts'
import { overviewOfPage } from '#app/contract/runs/usual-models.ts'
import { statementsOf } from '#tests/fixtures/statements-of.ts'
import { openTestApi, type TestApi } from '#tests/fixtures/test-api.ts'
import { type ApiRequest, callApi } from '../../api-client/client.ts'
import { requestFor } from '../../api-client/request-for.ts'
import { authenticate } from '../../core/identity/sessions/authenticate.ts'
import { endSession } from '../../core/identity/sessions/end-session.ts'

/** Tests of calls from the pages to the API in the same process. */
let server: TestApi
beforeAll(async () => {
  server = await openTestApi()
})
afterAll(() => server[Symbol.asyncDispose]())
afterEach(() => vi.restoreAllMocks())

async function visitor() {
  const { user, token } = await server.signIn()
  const { sessionId } = await authenticate(server.db, server.keys, token)
  return {
    user,
    token,
    sessionId,
    /** Returns the calls of one browser request. */
    webRequest() {
      const webRequest = {}
      return (request: ApiRequest, schema: v.GenericSchema = v.unknown()): Promise<ApiResult<unknown>> =>
        callApi(
          {
            transport: async (sent, { local }) => server.api.fetch(sent, { local }),
            locale: 'en',
            clientAddress: undefined,
            userAgent: undefined,
            webRequest,
          },
          { ...request, accessToken: token },
          schema,
        )
    },
  }
}

const library = requestFor(getLibraryCall, undefined)
const list = requestFor(listGenerationsCall, {})
const session = requestFor(getSessionCall, undefined)
const overview = requestFor(getOverviewCall, overviewOfPage)

/** Counts the statements that check whether a session is active. */
function watchChecks() {
  const query = vi.spyOn(server.handle.pool, 'query')
  return () => query.mock.calls.filter((statement) => JSON.stringify(statement).includes('from \\"sessions\\"')).length
}

test('all calls of one web request check the session once', async () => {
  const ann = await visitor()
  const checks = watchChecks()
  const call = ann.webRequest()
  const answers = await Promise.all([call(library), call(list), call(library)])
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true])
  expect(checks()).toBe(1)
  await ann.webRequest()(library)
  expect(checks()).toBe(2)
})

test('a session that was revoked ends with the next web request', async () => {
  const ann = await visitor()
  expect(await ann.webRequest()(library)).toMatchObject({ ok: true })
  await endSession(server.db, { userId: ann.user.id, sessionId: ann.sessionId })
  expect(await ann.webRequest()(library)).toMatchObject({ ok: false, error: { code: 'unauthorized' } })
})

test('after a call that changes something the session is checked again', async () => {
  const ann = await visitor()
  const call = ann.webRequest()
  expect(await call(library)).toMatchObject({ ok: true })
  expect(await call(requestFor(endDeviceSessionCall, { id: ann.sessionId }))).toMatchObject({ ok: true })
  expect(await call(library)).toMatchObject({ ok: false, error: { code: 'unauthorized' } })
})

test('a page gets the person from the check of its session, and from another check after a change', async () => {
  const ann = await visitor()
  const checks = watchChecks()
  const call = ann.webRequest()
  const statements = await statementsOf(server.handle.pool, async () => {
    expect(await call(session)).toMatchObject({ ok: true, data: { id: ann.user.id, locale: 'en' } })
  })
  expect(statements).toHaveLength(1)
  expect(await call(requestFor(updateMeCall, { locale: 'ru' }))).toMatchObject({ ok: true })
  expect(await call(session)).toMatchObject({ ok: true, data: { id: ann.user.id, locale: 'ru' } })
  expect(checks()).toBe(2)
})

describe('the first view of a page', () => {
  /** Begins the view, then makes the other calls of the page. */
  async function openPage({ webRequest }: Awaited<ReturnType<typeof visitor>>) {
    const checks = watchChecks()
    const call = webRequest()
    let hasEnded = false
    const view = call(overview).finally(() => (hasEnded = true))
    // Looks in the turn of the event loop in which the statement is sent, so before its answer.
    while (checks() === 0 && !hasEnded) await setImmediate()
    return Promise.all([view, call(session), call(library)])
  }

  test('one statement reads the view and checks the session for all calls of the web request', async () => {
    const ann = await visitor()
    const checks = watchChecks()
    const [view, person, library] = await openPage(ann)
    expect([view.ok, library.ok]).toEqual([true, true])
    expect(person).toMatchObject({ ok: true, data: { id: ann.user.id, locale: 'en' } })
    expect(checks()).toBe(1)
  })

  test('a session that was revoked opens neither the view nor the other calls', async () => {
    const ann = await visitor()
    await endSession(server.db, { userId: ann.user.id, sessionId: ann.sessionId })
    const checks = watchChecks()
    const refused = { ok: false, error: { code: 'unauthorized' } }
    expect(await openPage(ann)).toMatchObject([refused, refused, refused])
    expect(checks()).toBe(1)
  })

  test('a view that cannot be read leaves the session and the other calls as they are', async () => {
    const ann = await visitor()
    vi.spyOn(server.handle.pool, 'query').mockRejectedValueOnce(new Error('the view cannot be read'))
    expect(await openPage(ann)).toMatchObject([
      { ok: false, error: { code: 'internal' } },
      { ok: true, data: { id: ann.user.id } },
      { ok: true },
    ])
  })

  test('another call that came first has checked the session', async () => {
    const ann = await visitor()
    const checks = watchChecks()
    const call = ann.webRequest()
    expect(await call(session)).toMatchObject({ ok: true })
    expect(await call(overview)).toMatchObject({ ok: true })
    expect(checks()).toBe(2)
  })
})

test('an answer is what its JSON would be', async () => {
  const ann = await visitor()
  const local = await ann.webRequest()(library)
  const sent = await server.api.fetch(
    new Request('http://localhost/api/v1/library', { headers: { authorization: `Bearer ${ann.token}`, 'accept-language': 'en' } }),
  )
  expect(local).toEqual({ ok: true, data: await sent.json() })
})
