import { connectedEnv } from './core/operation/connections/connected-env.ts'
import { users } from './db/schema/users.ts'
import { serviceIds } from './env.ts'
import { availableMemory } from './preflight/preflight.mjs'
import { services } from './providers/connected/open-connected.ts'
import type { Runtime } from './runtime.ts'

const gigabyte = 1024 ** 3

/** Describes on two lines of a terminal what a started server has turned on, and the next step of the operator. */
export async function summarizeStart({ db, env, connections, payments }: Runtime): Promise<string[]> {
  const own = await connections.settings()
  const connected = connectedEnv(env, own.connections.values())
  const names = serviceIds.flatMap((id) => (connected[services[id].key] ? [services[id].name] : []))
  const parts = [
    `services: ${['built in', ...names].join(', ')}`,
    `email: ${env.SMTP_URL ? 'SMTP' : 'files in DATA_DIR/outbox'}`,
    `payments: ${payments.test ? 'test mode' : payments.forCurrency('USD') || payments.forCurrency('RUB') ? 'on' : 'off'}`,
    `memory: ${(availableMemory() / gigabyte).toFixed(1)} GB`,
  ]
  const [anyone] = await db.select({ id: users.id }).from(users).limit(1)
  const next = anyone
    ? 'Next: "npm run doctor" checks each of them.'
    : 'Next: open this address and sign up; the first account is the owner.'
  return [`${parts.join(' · ')}`, next]
}
