import { getAlertsCall, getSpendersCall, getWaitingCall, snoozeAlertCall } from '#app/contract/operator/inbox.calls.ts'
import { isSignUpOpen } from '#app/server/core/identity/accounts/is-sign-up-open.ts'
import { connectedEnv } from '#app/server/core/operation/connections/connected-env.ts'
import { getSpenders } from '#app/server/core/operation/operators/get-spenders.ts'
import { readAlerts } from '#app/server/core/operation/operators/read-alerts.ts'
import { readWaiting } from '#app/server/core/operation/operators/read-waiting.ts'
import { snoozeAlert } from '#app/server/core/operation/operators/snooze-alert.ts'
import { modelsEndingSoon, successorOf } from '#app/server/providers/connected/open-connected.ts'
import { endpoint } from '../../endpoint.ts'

export const inboxEndpoints = [
  endpoint(getAlertsCall, {
    async handle({ runtime: { handle, env, storage, connections, payments } }) {
      const connected = connectedEnv(env, (await connections.settings()).connections.values())
      const ending = modelsEndingSoon(connected, connections.modelsFile())
      const isGivingAway = payments.test && isSignUpOpen(env)
      return {
        items: await readAlerts(handle, {
          env,
          storage,
          variables: {},
          ending,
          successorOf: (model) => successorOf(connections.modelsFile(), model),
          isGivingAway,
        }),
      }
    },
  }),
  endpoint(snoozeAlertCall, {
    handle: ({ runtime: { db }, caller, input: { body }, clientAddress }) =>
      snoozeAlert(db, { ...body, reason: '', userId: caller.userId, address: clientAddress }),
  }),
  endpoint(getWaitingCall, { handle: ({ runtime: { db }, caller }) => readWaiting(db, caller) }),
  endpoint(getSpendersCall, {
    heavy: () => true,
    handle: ({ runtime: { db }, input }) => getSpenders(db, input.query),
  }),
]
