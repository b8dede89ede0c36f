import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MemberKeyScope, memberKeyScopes } from '#app/contract/account/api-keys.ts'
import type { Role } from '#app/contract/account/roles.ts'
import { errorBodySchema } from '#app/contract/base/errors.ts'
import { anthropicErrorSchema } from '#app/contract/protocols/messages.ts'
import { openaiErrorSchema } from '#app/contract/protocols/openai.ts'
import { createKey } from '#tests/factories/api-keys.ts'
import { everyKindProvider, openOperations, ownServices, type Parts, type Person, type Subject } from '#tests/fixtures/api-operations.ts'
import { documentPaths, operationsOf } from '#tests/fixtures/openapi-samples.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { unlimitedAttempts } from '#tests/fixtures/unlimited-attempts.ts'
import { type Access, accesses, authorization, type Refusal } from '../../../../scripts/snapshots/authorization.ts'
import { readPresent } from '../../../../scripts/snapshots/snapshots.ts'
import { twoFactor } from '../../db/schema/credentials.ts'
import { users } from '../../db/schema/users.ts'

let runtime: TestRuntime
let operations: ReturnType<typeof openOperations>

beforeAll(async () => {
  const { provider, scripted } = everyKindProvider()
  // The models of a connected provider require a verified email; those of the built-in one do not.
  const { builtIn: _builtIn, ...connected } = provider
  const opened = await openTestRuntime({
    provider: connected,
    work: true,
    mailer: { send: async () => undefined },
    // With a public address, roles need two-factor. Runs are made one at a time, and each job wakes every worker.
    env: { ...ownServices, SESSION_LIMITS: 'off', PUBLIC_URL: 'https://quartet.example', WORKER_CONCURRENCY: '1' },
  })
  runtime = { ...opened, attempts: unlimitedAttempts() }
  operations = openOperations(runtime, scripted)
})
afterAll(() => runtime[Symbol.asyncDispose]())

function codeOf(base: string, text: string): string | null {
  const answer: unknown = JSON.parse(text)
  if (base === '/anthropic') return v.parse(anthropicErrorSchema, answer).error.type
  return base === '/openai' ? v.parse(openaiErrorSchema, answer).error.code : v.parse(errorBodySchema, answer).code
}

type Outcome = { status: number; code: string | null }
const outcomeOf = (base: string, { status, text }: { status: number; text: string }): Outcome => ({
  status,
  code: status >= 400 ? codeOf(base, text) : null,
})

const without = (fields: readonly string[]) => (value: unknown) =>
  Object.fromEntries(Object.entries(Object(value)).filter(([name]) => !fields.includes(name)))

/** Files open by their signature or with their owner's session; these calls have no signature. */
const isFile = ({ path }: Access['call']) => path === '/v1/files/{id}'

/** The call without the header that would make two calls one. */
const plainOf = ({ samples: [plain] }: Subject): Parts => ({ ...plain, headers: without(['Idempotency-Key'])(plain.headers) })

/** The link of the call, with another last part. */
const withoutLink = ({ params, ...rest }: Parts): Parts => ({
  ...rest,
  params: Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, name === 'place' ? value : `${String(value).slice(0, -4)}AAAA`]),
  ),
})

type Keys = Record<MemberKeyScope, string>
async function keysOf({ id }: Person): Promise<Keys> {
  const [read, generate, library] = await Promise.all(memberKeyScopes.map((scope) => createKey(runtime, { id }, { scopes: [scope] })))
  if (!read || !generate || !library) throw new Error('A scope has no key.')
  return { read, generate, library }
}

const setVerified = (id: string, emailVerifiedAt: Date | null) => runtime.db.update(users).set({ emailVerifiedAt }).where(eq(users.id, id))

test('docs/authorization.md is up to date', () => {
  const present = readPresent(authorization)
  expect(authorization.generate(present), 'docs/authorization.md differs from the code: run `npm run snapshots` and review the diff').toBe(
    present,
  )
})

test(
  'every refusal in docs/authorization.md is given, and the same call is let through for a caller who may',
  { timeout: 600_000 },
  async () => {
    const { ask, newOwner, newPerson, prepare, send } = operations
    const documents = await Promise.all(
      Object.entries(documentPaths).map(async ([base, path]) => ({ base, text: (await send(path, {})).text })),
    )
    const known = documents.flatMap(({ base, text }) => operationsOf(JSON.parse(text)).map((operation) => ({ base, operation })))
    const stranger = await newPerson()
    const roleless = await createKey(runtime, stranger, { scopes: ['operator'] })
    let owner = await newPerson()
    let keys = await keysOf(owner)
    // One operator makes all calls of operators, in person and by a program, because these calls concern others.
    const operator = await newOwner()
    const program = await createKey(runtime, operator, { scopes: ['operator'] })
    const setRole = (id: string, role: Role) => runtime.db.update(users).set({ role }).where(eq(users.id, id))
    // An operator who may do the same to members.
    const deputy = await newOwner()
    await setRole(deputy.id, 'operator')
    const isOperators = ({ auth }: Access['call']) => auth.startsWith('operator:')

    async function refusedAs({ caller }: Refusal, { call }: Access, subject: Subject): Promise<{ status: number; text: string }[]> {
      const plain = plainOf(subject)
      const scopes = memberKeyScopes.filter((scope) => call.auth !== `key:${scope}`)
      switch (caller) {
        case 'guest':
          return [await ask(subject, plain, null), await ask(subject, plain, `${subject.person.session.slice(0, -4)}AAAA`)]
        case 'key':
          return Promise.all(scopes.map((scope) => ask(subject, plain, keys[scope])))
        case 'other':
          return [await ask(subject, plain, stranger.session)]
        case 'unproven':
          return [await ask(subject, { ...plain, body: without(['password', 'current_password', 'code'])(plain.body) })]
        case 'unlinked':
          return [
            await ask(subject, withoutLink(plain), null),
            ...(isFile(call) ? [await ask(subject, plain, null), await ask(subject, plain, stranger.session)] : []),
          ]
        case 'roleless':
          // Also the key of an owner without the scope, and a key with the scope whose owner has no role.
          return Promise.all(
            [null, stranger.session, subject.person.key, roleless, ...Object.values(keys)].map((bearer) => ask(subject, plain, bearer)),
          )
        case 'program':
          return [await ask(subject, plain, program)]
        case 'unsecured': {
          const own = eq(twoFactor.userId, subject.person.id)
          await runtime.db.update(twoFactor).set({ confirmedAt: null }).where(own)
          const answer = await ask(subject, plain)
          await runtime.db.update(twoFactor).set({ confirmedAt: new Date() }).where(own)
          return [answer]
        }
        case 'unreaching': {
          const concerned = call.reach === 'person' ? String(plain.params.id) : subject.person.id
          const [before] = await runtime.db.select({ role: users.role }).from(users).where(eq(users.id, concerned))
          const answers = []
          for (const role of ['owner', 'operator'] as const) {
            await setRole(concerned, role)
            answers.push(await ask(subject, plain, deputy.session))
          }
          await setRole(concerned, before?.role ?? 'member')
          return answers
        }
        case 'unverified': {
          await setVerified(owner.id, null)
          const answer = await ask(subject, plain)
          await setVerified(owner.id, new Date())
          return [answer]
        }
      }
    }

    let probes = 0
    for (const access of accesses) {
      const { base, call, refusals } = access
      if (refusals.length === 0) continue
      const name = `${call.method} ${base}${call.path}`
      const found = known.find((one) => one.base === base && one.operation.method === call.method && one.operation.path === call.path)
      if (!found) throw new Error(`${name} is in no document.`)
      const makeSubject = () => prepare(base, found.operation, isOperators(call) ? undefined : owner, operator)
      let subject = await makeSubject()
      for (const refusal of refusals)
        for (const answer of await refusedAs(refusal, access, subject)) {
          expect({ name, caller: refusal.caller, ...outcomeOf(base, answer) }).toEqual({ name, ...refusal })
          probes += 1
        }
      // The positive control is the same call with a session, and with a key that has the scope.
      const control = async (bearer: string | null) => {
        const { status, code } = outcomeOf(base, await ask(subject, plainOf(subject), bearer))
        expect(refusals.map((refusal) => ({ name, status: refusal.status, code: refusal.code }))).not.toContainEqual({ name, status, code })
        return status < 400
      }
      const isOk = await control(call.auth === 'public' && !isFile(call) ? null : subject.person.session)
      const isSpent = isOk && call.method !== 'GET'
      const scope = memberKeyScopes.find((one) => call.auth === `key:${one}`)
      // A program may make the same call of the operator, unless it needs a person.
      const isProgrammable = isOperators(call) && !call.inPerson
      if (isSpent && (scope || isProgrammable)) subject = await makeSubject()
      // A request of a key is seen by that key alone.
      if (scope) await control(call.path.startsWith('/v1/run-requests/{id}') ? subject.person.key : keys[scope])
      if (isProgrammable) await control(program)
      // A fresh person, because changes of the account may end its sessions and keys, or limit its runs.
      if (call.auth === 'session' && isSpent) {
        owner = await newPerson()
        keys = await keysOf(owner)
      }
    }
    expect(probes).toBeGreaterThan(400)
  },
)
