import type { Call, CallAuth } from '#app/contract/base/call.ts'
import type { ApiErrorCode } from '#app/contract/base/error-codes.ts'

const isForOperators = (auth: CallAuth) => auth.startsWith('operator:')

/** The scope with which a key may make the call; undefined if none may. */
export const scopeOf = ({ auth, inPerson }: Call): string | undefined =>
  auth.startsWith('key:') ? auth.slice(4) : isForOperators(auth) && !inPerson ? 'operator' : undefined

/** The codes of failures of the server, with which every call may fail. */
export const serverErrors: readonly ApiErrorCode[] = ['internal', 'unavailable']

/** Returns the codes that follow from the authentication and the input of a call. */
function impliedErrors({ auth, form, idempotency, inPerson, input }: Call): ApiErrorCode[] {
  const body: ApiErrorCode[] = ['body_incomplete', 'payload_too_large']
  return [
    'unknown_host',
    ...(input.body ? (['malformed_json', 'unsupported_media_type', ...body] as const) : []),
    ...(form ? body : []),
    ...(auth === 'public' ? [] : (['too_many_attempts'] as const)),
    ...(auth === 'session' || auth.startsWith('key:') ? (['unauthorized'] as const) : []),
    ...(isForOperators(auth) || input.params ? (['not_found'] as const) : []),
    ...(isForOperators(auth) && auth !== 'operator:enter' ? (['second_step_required'] as const) : []),
    ...(form || idempotency || Object.keys(input).length > 0 ? (['invalid_input'] as const) : []),
    ...(auth === 'session' || auth.startsWith('key:') || inPerson ? (['key_not_allowed'] as const) : []),
  ]
}

/** Returns the codes with which a call may fail, besides those of the server. */
export const errorsOf = (call: Call): readonly ApiErrorCode[] => [...new Set([...impliedErrors(call), ...(call.errors ?? [])])]
