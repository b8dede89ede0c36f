import { milliPerToken } from '#app/contract/money/milli.ts'
import {
  allowCallsCall,
  getCallCall,
  goOnCall,
  listCallsCall,
  listToolsCall,
  quoteGoOnCall,
  quoteToolCallCall,
  refuseToolCallCall,
  setAllowanceCall,
  setRuleCall,
} from '#app/contract/studio/tools.calls.ts'
import { toGeneration } from '#app/server/core/making/generations/to-generation.ts'
import { allowCalls, quoteCall, refuseCall, setRule } from '#app/server/core/making/turns/allow-calls.ts'
import { goOn, quoteGoOn } from '#app/server/core/making/turns/go-on.ts'
import { findCall, listCalls, listTools, readCalls, setAllowance } from '#app/server/core/making/turns/list-tools.ts'
import { endpoint } from '../../endpoint.ts'

/** Tools in conversations. What a conversation may spend is changed by people, not by keys. */
export const toolEndpoints = [
  endpoint(listToolsCall, {
    handle: ({ runtime, caller, input, locale }) =>
      listTools(runtime.db, { userId: caller.accountId, threadId: input.query.thread, locale }),
  }),
  endpoint(listCallsCall, {
    handle: ({ runtime: { db, keys, providers }, caller, input, locale }) =>
      listCalls(db, { userId: caller.accountId, query: input.query, keys, providers, locale }),
  }),
  endpoint(getCallCall, {
    handle: ({ runtime, caller, input }) => findCall(runtime.db, { userId: caller.accountId, id: input.params.id }),
  }),
  endpoint(quoteToolCallCall, {
    heavy: () => true,
    handle: ({ runtime: { db, providers }, caller, input, locale }) =>
      quoteCall(db, { providers, userId: caller.userId, id: input.params.id, edit: input.body, locale }),
  }),
  endpoint(allowCallsCall, {
    async handle({ runtime: { db, queue, providers }, caller: { userId }, input: { body } }) {
      await allowCalls(db, { queue, providers }, { userId, input: body })
      return { items: await readCalls(db, { userId, ids: body.ids }) }
    },
  }),
  endpoint(refuseToolCallCall, {
    async handle({ runtime: { db, queue }, caller: { userId }, input: { params, body } }) {
      await refuseCall(db, { queue }, { userId, id: params.id, input: body })
      return findCall(db, { userId, id: params.id })
    },
  }),
  endpoint(quoteGoOnCall, {
    heavy: () => true,
    handle: ({ runtime: { db, providers }, caller, input }) => quoteGoOn(db, { providers, userId: caller.userId, id: input.params.id }),
  }),
  endpoint(goOnCall, {
    async handle({ runtime: { db, queue, providers, keys }, caller, input, locale }) {
      const { max_price: maxPrice, raise = 0 } = input.body
      const press = { userId: caller.userId, id: input.params.id, maxPrice, raiseMilli: raise * milliPerToken }
      return toGeneration(db, await goOn(db, { queue, providers }, press), { keys, providers, locale })
    },
  }),
  endpoint(setRuleCall, {
    async handle({ runtime: { db }, caller: { userId }, input: { body }, locale }) {
      await setRule(db, { userId, input: body })
      return listTools(db, { userId, threadId: body.thread, locale })
    },
  }),
  endpoint(setAllowanceCall, {
    async handle({ runtime: { db }, caller, input, locale }) {
      await setAllowance(db, { userId: caller.userId, input: input.body })
      return listTools(db, { userId: caller.userId, threadId: input.body.thread, locale })
    },
  }),
]
