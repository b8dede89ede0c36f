import { countVoicesCall, listPersonVoicesCall, removePersonVoiceCall } from '#app/contract/operator/person-voices.calls.ts'
import { countVoices, listPersonVoices, removePersonVoice } from '#app/server/core/operation/operators/person-voices.ts'
import { endpoint } from '../../endpoint.ts'

export const personVoicesEndpoints = [
  endpoint(countVoicesCall, { handle: ({ runtime }) => countVoices(runtime.db) }),
  endpoint(listPersonVoicesCall, { handle: ({ runtime, input }) => listPersonVoices(runtime.db, { personId: input.params.id }) }),
  endpoint(removePersonVoiceCall, {
    async handle({ runtime: { db, queue, storage }, caller, input: { params, body }, clientAddress }) {
      const act = { ...body, actor: caller, personId: params.id, voiceId: params.voice, address: clientAddress }
      await removePersonVoice(db, { ...act, queue, storage })
      return listPersonVoices(db, { personId: params.id })
    },
  }),
]
