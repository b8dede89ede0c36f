import type { ApiResult } from '#app/contract/base/api-result.ts'
import type { Call, CallInput, CallResponse } from '#app/contract/base/call.ts'
import type { SessionApi } from './session.ts'

/** The argument of a server function's handler. */
export type Sent<C extends Call> = { data: CallInput<C>; context: { api: SessionApi } }

/** Allows functions that read to make only calls that read. */
type MethodFor<C extends Call> = { method: C['method'] extends 'GET' ? 'GET' : 'POST' }

/** Excludes calls whose response may not, or cannot, reach the page unchanged. */
type Passable = { secret?: never; produces?: never; form?: never }

/** Returns the handler of a server function that makes one call of the API and returns its result. */
export const send =
  <C extends Call & Passable>(call: C) =>
  ({ data, context }: Sent<C> & MethodFor<C>): Promise<ApiResult<CallResponse<C>>> =>
    context.api.call(call, data)
