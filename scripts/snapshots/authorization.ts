import { memberKeyScopes } from '#app/contract/account/api-keys.ts'
import type { Call } from '#app/contract/base/call.ts'
import { type ApiErrorCode, apiErrorStatus } from '#app/contract/base/error-codes.ts'
import { rightOf } from '#app/contract/base/right-of.ts'
import { type OperatorRight, operatorRights } from '#app/contract/operator/operator-rights.ts'
import { roles } from '#app/contract/account/roles.ts'
import { proofSchema } from '#app/contract/base/security.ts'
import { endpoints } from '#app/server/api/api.ts'
import { anthropicEndpoints } from '#app/server/api/endpoints/protocols/anthropic.ts'
import { openaiEndpoints } from '#app/server/api/endpoints/protocols/openai.ts'
import { describeFailure } from '#app/server/api/protocols/anthropic-errors.ts'
import { answerProblem } from '#app/server/api/openai/openai-errors.ts'
import { rightsOf } from '#app/server/core/operation/operators/policy.ts'
import { Problem } from '#app/server/core/problem.ts'
import { type ForeignId, idFields } from './id-fields.ts'
import type { Snapshot } from './snapshots.ts'

/** A refused caller with the error. */
export type Refusal = { caller: RefusedCaller; status: number; code: string | null }
export type RefusedCaller =
  | 'guest'
  | 'key'
  | 'other'
  | 'unproven'
  | 'unverified'
  | 'unlinked'
  | 'roleless'
  | 'unsecured'
  | 'program'
  | 'unreaching'

const bases = ['/api', '/openai', '/anthropic'] as const
type Base = (typeof bases)[number]
/** The protocol of the calls of a base, as the headings name it. */
const protocols: Record<Base, string> = { '/api': '', '/openai': ", OpenAI's protocol", '/anthropic': ", Anthropic's protocol" }
export type Access = { base: Base; call: Call; refusals: Refusal[] }

/** Refusals that are equal for every call of a group. */
const sharedCallers: Partial<Record<RefusedCaller, string>> = {
  guest: 'Guests',
  key: 'Other API keys',
  unlinked: 'Everyone else',
  roleless: 'Everyone else',
}
const ownCallers: Partial<Record<RefusedCaller, string>> = {
  other: "another person's",
  unproven: 'without the password or a code',
  unverified: 'connected model, unverified email and no bought tokens',
  unsecured: 'without two-factor, where roles need it',
  program: 'API keys with `operator`',
  unreaching: 'a person whose role isn’t lower',
}

function refusal(base: Base, caller: RefusedCaller, code: ApiErrorCode): Refusal {
  if (base === '/api') return { caller, status: apiErrorStatus[code], code }
  if (base === '/anthropic') {
    const { status, body } = describeFailure(new Problem(code), 'en')
    return { caller, status, code: body.error.type }
  }
  const { status, body } = answerProblem(new Problem(code), 'en')
  return { caller, status, code: body.error.code }
}

/** Whether the resource has a secret URL: a signed link or a random token. */
const needsLink = ({ auth, path }: Call) => auth === 'public' && /\{(?:link|token)\}|^\/v1\/files\/\{id\}/.test(path)

/**
 * Calls that need a proof in some cases only, with a test of their own: another address of a server, and not another key; access of a program
 * that is allowed long after the sign-in.
 */
const sometimesProven = new Set(['PUT /v1/operator/connections/{id}', 'POST /v1/authorization', 'POST /v1/device-login'])

function needsProof({ method, path, input: { body } }: Call): boolean {
  if (sometimesProven.has(`${method} ${path}`)) return false
  const entries = body && 'entries' in body && typeof body.entries === 'object' ? body.entries : null
  if (!entries) return false
  return 'current_password' in entries || ('password' in entries && entries.password === proofSchema.entries.password)
}

/** Whether another role than an owner may make the call, and about some people only. */
const isLimitedByReach = ({ reach }: Call, right: OperatorRight) =>
  reach !== undefined && reach !== 'anyone' && reach !== 'nobody' && rightsOf('operator').includes(right)

function accessTo(base: Base, call: Call): Access {
  const right = rightOf(call)
  if (right) {
    const refusals = [
      refusal(base, 'roleless', 'not_found'),
      ...(right === 'enter' ? [] : [refusal(base, 'unsecured', 'second_step_required')]),
      ...(call.inPerson ? [refusal(base, 'program', 'key_not_allowed')] : []),
      ...(needsProof(call) ? [refusal(base, 'unproven', 'invalid_input')] : []),
      ...(isLimitedByReach(call, right) ? [refusal(base, 'unreaching', 'role_too_high')] : []),
    ]
    return { base, call, refusals }
  }
  const isPublic = call.auth === 'public'
  const refusals = [
    ...(isPublic ? [] : [refusal(base, 'guest', 'unauthorized'), refusal(base, 'key', 'key_not_allowed')]),
    ...(!isPublic && call.path.includes('{id}') ? [refusal(base, 'other', 'not_found')] : []),
    ...(needsLink(call) ? [refusal(base, 'unlinked', 'not_found')] : []),
    ...(needsProof(call) ? [refusal(base, 'unproven', 'invalid_input')] : []),
    ...(call.errors?.includes('email_not_verified') ? [refusal(base, 'unverified', 'email_not_verified')] : []),
  ]
  return { base, call, refusals }
}

/** Lists every call of all APIs with the callers that it refuses. */
export const accesses: readonly Access[] = [
  ...endpoints.map(({ call }) => accessTo('/api', call)),
  ...openaiEndpoints.map(({ call }) => accessTo('/openai', call)),
  ...anthropicEndpoints.map(({ call }) => accessTo('/anthropic', call)),
]

const introduction = `# Authorization

Everyone who may make each call of the API, and the response to everyone else. It is generated from the calls of \`app/contract\` by \`npm run snapshots\`, and
\`app/server/api/all-calls/authorization.test.ts\` makes a call for every refusal, and the same call by somebody who may.

Public calls check the passwords, codes, tokens and signatures that they receive themselves. Files open with their signed link or their owner's
session. Accounts whose deletion was requested count as guests.

A call of the operator is open to the session of a role that has the right, and to that person's API keys with \`operator\`, except where the
line refuses them. Keys without the scope count as everyone else, even those of an owner, and a key never outlives the role.

Every call of the operator whose path names something says whom it acts on (\`reach\` of its definition): the named person, or the owner of the named run
or order. Roles reach people whose role is lower than theirs; owners reach everyone. Reports are decided and people are looked up whatever their role is.
`

const show = (names: typeof ownCallers, refusals: readonly Refusal[]) =>
  refusals.flatMap(({ caller, status, code }) => (names[caller] ? [`${names[caller]}: \`${status} ${code}\``] : []))

function describeGroup(title: string, group: readonly Access[]): string {
  const shared = show(sharedCallers, group[0]?.refusals ?? [])
  const rows = group.map(({ base, call: { method, path }, refusals }) =>
    [`- \`${method} ${base}${path}\``, ...show(ownCallers, refusals)].join('; '),
  )
  return [`## ${title}\n`, ...(shared.length > 0 ? [`${shared.join('; ')}.\n`] : []), ...rows].join('\n')
}

const idIntroduction = `## Ids in the query or the body

Another person's id has the same effect as an id that names nothing, and theirs stays as it is. Elsewhere no call takes an id, except in its
path. \`app/server/api/all-calls/foreign-ids.test.ts\` makes each of these calls with an own id, another person's id and an id that names nothing.
`

const foreignEffects: Record<Exclude<ForeignId, 'no resource'>, string> = {
  not_found: `\`${apiErrorStatus.not_found} not_found\``,
  invalid_input: `\`${apiErrorStatus.invalid_input} invalid_input\``,
  skipped: 'finds nothing',
  stored: 'is stored and never followed',
  'new or own': `\`${apiErrorStatus.not_found} not_found\`, while an id that names nothing starts a conversation`,
}

const describeCode = ({ status, code }: Refusal) => `\`${status} ${code}\``

/** OpenAI's protocol has a status and a code of its own for an invalid input. */
const effectOf = (call: string, foreign: Exclude<ForeignId, 'no resource'>): string =>
  foreign === 'invalid_input' && call.includes(' /openai/')
    ? describeCode(refusal('/openai', 'other', 'invalid_input'))
    : foreignEffects[foreign]

function describeIds(): string {
  const byCall = Map.groupBy(idFields(), ({ call }) => call)
  const rows = [...byCall].flatMap(([call, fields]) => {
    const effects = fields.flatMap(({ place, foreign }) => (foreign === 'no resource' ? [] : [`\`${place}\` ${effectOf(call, foreign)}`]))
    return effects.length > 0 ? [[`- \`${call}\``, ...effects].join('; ')] : []
  })
  return [idIntroduction, ...rows].join('\n')
}

function describeAuthorization(): string {
  const groups: [string, (access: Access) => boolean][] = [
    ['Anyone', ({ call }) => call.auth === 'public' && !needsLink(call)],
    ['Anyone with the link', ({ call }) => needsLink(call)],
    ['Sessions', ({ call }) => call.auth === 'session'],
    ...bases.flatMap((base) =>
      memberKeyScopes.map((scope): [string, (access: Access) => boolean] => [
        `Sessions and API keys with \`${scope}\`${protocols[base]}`,
        (access) => access.base === base && access.call.auth === `key:${scope}`,
      ]),
    ),
  ]
  const rolesSections = operatorRights.map((right): [string, (access: Access) => boolean] => [
    `Roles with \`${right}\`: ${roles.filter((role) => rightsOf(role).includes(right)).join(', ')}`,
    ({ call }) => rightOf(call) === right,
  ])
  const sections = [...groups, ...rolesSections].flatMap(([title, belongs]) => {
    const group = accesses.filter(belongs)
    return group.length > 0 ? [describeGroup(title, group)] : []
  })
  return `${[introduction, ...sections, describeIds()].join('\n\n').replaceAll(/\n{3,}/g, '\n\n')}\n`
}

export const authorization: Snapshot = { file: 'docs/authorization.md', generate: describeAuthorization }
