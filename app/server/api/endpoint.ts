import type { Context } from 'hono'
import * as v from 'valibot'
import { rightOf } from '#app/contract/base/right-of.ts'
import type { MemberKeyScope } from '#app/contract/account/api-keys.ts'
import { byId, type Call, type CallAuth, type ParsedInput } from '#app/contract/base/call.ts'
import { oncePer } from '#app/contract/base/once-per.ts'
import { readAnswer } from '#app/contract/base/read-answer.ts'
import type { Locale } from '#config'
import type { FirstView } from '../core/library/first-views/first-view.ts'
import { actWithKey } from '../core/rules/audit/record-act.ts'
import { requireReachOf } from '../core/operation/operators/require-reach.ts'
import type { SecuredActor } from '../core/operation/operators/require-right.ts'
import type { Runtime } from '../runtime.ts'
import { readIdempotencyKey } from './requests/idempotency-key.ts'
import { type CallerOf, type Identify, identify, identifyViewer, readProving, type Viewer } from './requests/identify.ts'
import { type ApiBindings, localeOf, readClientAddress, readInput } from './requests/request.ts'
import { parseInput } from '../core/parse-input.ts'

type Ctx = Context<ApiBindings>

export type ApiRequest<From, Input> = {
  runtime: Runtime
  caller: From
  input: Input
  /** The header's value; undefined without it, and for calls that do not accept it. */
  idempotencyKey: string | undefined
  locale: Locale
  /** The person's address, as far as it can be trusted, for limits. */
  clientAddress: string
  context: Ctx
}

type Handler<C extends Call, From> = {
  /** Whether a request costs more than usual, for example a search; such requests have a smaller allowance. */
  heavy?: (input: ParsedInput<C>) => boolean
  handle(request: ApiRequest<From, ParsedInput<C>>): Promise<v.InferInput<C['response']>>
}

/** A call and the function that answers it. */
export type Endpoint = { call: Call; answer(runtime: Runtime, context: Ctx): Promise<Response> }

/** Defines an endpoint. Each authenticates, parses, acts (which authorizes) and checks its response, in this order. */
export function endpoint<C extends Call>(call: C, handler: Handler<C, CallerOf[C['auth']]>): Endpoint {
  const auth: C['auth'] = call.auth
  return define(call, identify[auth], handler)
}

type ViewHandler<C extends Call, View> = {
  /** Reads the view with the person, if the session is live. */
  read(request: ApiRequest<Viewer, ParsedInput<C>>): Promise<FirstView<View>>
  /** Completes the response of a person whose session is live. */
  complete(view: View, request: ApiRequest<Viewer, ParsedInput<C>>): Promise<v.InferInput<C['response']>>
}

/** Defines the endpoint of a first view, which checks the session in its own statement. */
export function viewEndpoint<C extends Call & { auth: 'session' | `key:${MemberKeyScope}` }, View>(
  call: C,
  { read, complete }: ViewHandler<C, View>,
): Endpoint {
  return define(call, identifyViewer(call.auth), {
    handle: async (request) => complete(await readProving(request, () => read(request)), request),
  })
}

const namingSchema = v.object({ params: byId })

/** Refuses people whom the operator's role does not reach, by the call's `reach`. */
async function requireReached({ db }: Runtime, call: Call, actor: SecuredActor, input: unknown): Promise<void> {
  const right = rightOf(call)
  const named = v.safeParse(namingSchema, input)
  if (right && call.reach && named.success) await requireReachOf(db, { actor, right, reach: call.reach, id: named.output.params.id })
}

/** Refuses a call that stores something while the disk is full, and one that costs more than usual beyond its allowance. */
export async function admit(
  { disk, env, allowances }: Pick<Runtime, 'disk' | 'env' | 'allowances'>,
  call: Pick<Call, 'errors'>,
  { personId, heavy }: { personId: string | undefined; heavy: boolean | undefined },
): Promise<void> {
  if (call.errors?.includes('storage_full')) await disk.requireRoom()
  if (personId !== undefined && env.SESSION_LIMITS && heavy) await allowances.heavyByPerson.take(personId)
}

function define<C extends Call, From extends CallerOf[CallAuth] | Viewer>(
  call: C,
  identifyCaller: Identify<From>,
  { heavy, handle }: Handler<C, From>,
): Endpoint {
  const inputSchema = v.object<C['input']>(call.input)
  // A row may have a value that a process of a newer release has written.
  const checked = (output: unknown): unknown => {
    const answer = readAnswer(call.response, output)
    return answer.success ? answer.output : v.parse(call.response, output)
  }
  // Handlers may return the same value again, which is not checked twice.
  const checkedOnce = oncePer((output: object): unknown => checked(output))
  return {
    call,
    async answer(runtime, context) {
      const caller = await identifyCaller(runtime, context, call)
      const input = parseInput(inputSchema, await readInput(call.input, context))
      if (caller && 'hasTwoFactor' in caller) await requireReached(runtime, call, caller, input)
      const by = caller && ('personId' in caller ? caller.personId : caller.userId)
      await admit(runtime, call, { personId: by ?? undefined, heavy: heavy?.(input) })
      const act = () =>
        handle({
          runtime,
          caller,
          input,
          idempotencyKey: call.idempotency === undefined ? undefined : readIdempotencyKey(context.req.header('idempotency-key')),
          locale: localeOf(context),
          clientAddress: readClientAddress(runtime.env, context),
          context,
        })
      const apiKeyId = caller && 'hasTwoFactor' in caller ? caller.apiKeyId : null
      const handled: unknown = await (apiKeyId === null ? act() : actWithKey(apiKeyId, act))
      const output = typeof handled === 'object' && handled !== null ? checkedOnce(handled) : checked(handled)
      if (output instanceof Response) return output
      // The web part of this process receives the value itself, because JSON would be written only to be parsed again.
      const { local } = context.env ?? {}
      if (local) {
        local.take(output)
        return context.body(null, call.status)
      }
      if (output === undefined) return context.body(null, call.status)
      return context.newResponse(JSON.stringify(output), call.status, { 'content-type': 'application/json; charset=utf-8' })
    },
  }
}
