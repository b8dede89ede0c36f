import type { Call, CallAuth } from '#app/contract/base/call.ts'
import type { ApiErrorCode } from '#app/contract/base/error-codes.ts'

const isForOperators = (auth: CallAuth) => auth.startsWith('operator:')
const isForPeople = (auth: CallAuth) => auth === 'session' || auth.startsWith('key:')

/** The scope with which a key may make the call; undefined if none may. */
export const scopeOf = ({ auth, inPerson }: Call): string | undefined =>
  auth.startsWith('key:') ? auth.slice(4) : isForOperators(auth) && !inPerson ? 'operator' : undefined

/** The codes of failures of the server, with which every call may fail. */
export const serverErrors: readonly ApiErrorCode[] = ['internal', 'unavailable']

/** A cause of failures that follows from the authentication and the input of a call, with the codes and the calls that have it. */
type Implied = { why: string; codes: readonly ApiErrorCode[]; of(call: Call): boolean }

const causes: readonly Implied[] = [
  { why: 'the host', codes: ['unknown_host'], of: () => true },
  { why: 'a JSON body', codes: ['malformed_json', 'unsupported_media_type'], of: ({ input }) => input.body !== undefined },
  { why: 'any body', codes: ['body_incomplete', 'payload_too_large'], of: ({ input, form }) => (input.body ?? form) !== undefined },
  { why: 'calls that need a key or a session', codes: ['too_many_attempts'], of: ({ auth }) => auth !== 'public' },
  { why: 'keys and sessions', codes: ['unauthorized'], of: ({ auth }) => isForPeople(auth) },
  {
    why: 'ids in the path, and calls of others',
    codes: ['not_found'],
    of: ({ auth, input }) => isForOperators(auth) || input.params !== undefined,
  },
  {
    why: 'the second step of the administration',
    codes: ['second_step_required'],
    of: ({ auth }) => isForOperators(auth) && auth !== 'operator:enter',
  },
  {
    why: 'what is sent',
    codes: ['invalid_input'],
    of: ({ form, idempotency, input }) => (form ?? idempotency) !== undefined || Object.keys(input).length > 0,
  },
  { why: 'the scope of a key', codes: ['key_not_allowed'], of: ({ auth, inPerson }) => isForPeople(auth) || inPerson === true },
]

/** Returns what all calls of a document may fail for by the way they are made. */
export const impliedBy = (calls: readonly Call[]): Pick<Implied, 'why' | 'codes'>[] => causes.filter((cause) => calls.some(cause.of))

/** Returns the codes that follow from the authentication and the input of a call. */
export const impliedErrors = (call: Call): readonly ApiErrorCode[] => causes.filter((cause) => cause.of(call)).flatMap(({ codes }) => codes)

/** Returns the codes with which a call may fail, besides those of the server. */
export const errorsOf = (call: Call): readonly ApiErrorCode[] => [...new Set([...impliedErrors(call), ...(call.errors ?? [])])]
