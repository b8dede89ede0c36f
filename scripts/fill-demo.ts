/**
 * Starts the built server with 33 accounts, 150 runs, 17 orders and 15 reports, made by calls of the API, and runs until Ctrl+C. For a look
 * at lists that are in use, above all those of the operator.
 *
 *   node scripts/fill-demo.ts                 a new folder that is deleted at the end
 *   node scripts/fill-demo.ts --port 4321     on this port
 *   node scripts/fill-demo.ts --data .demo    a folder that is kept; it is filled once
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import type { TestOutcome } from '#app/contract/money/orders.ts'
import { reportReasons } from '#app/contract/operator/reports.ts'
import { shareSchema } from '#app/contract/library/shares.ts'
import { config, currencies } from '#config'
import { type Person, signUp } from '#tests/fixtures/api-client.ts'
import { startServer } from '#tests/fixtures/server.ts'
import { prompts } from './shots/cast.ts'

const { values: options } = parseArgs({ options: { port: { type: 'string', default: '4150' }, data: { type: 'string' } } })
const password = 'a demo of a busy day'

const names =
  'olga maria ivan peter anna john lucy marta pavel elena dmitry sofia max nina oleg vera igor clara tom kate boris zoe lev emma yuri alice gleb rosa timur diana felix mira'.split(
    ' ',
  )
const { images, text, speech, failing, music } = prompts.en

/** Inputs of runs, the most frequent first. */
const wishes = [
  { model: 'sketch-text', prompt: text, options: {} },
  { model: 'sketch-text', prompt: prompts.ru.text, options: {} },
  { model: 'sketch-image', prompt: images[0], options: {} },
  { model: 'sketch-text', prompt: `${text} ${text}`, options: {} },
  { model: 'sketch-speech', prompt: speech, options: {} },
  // Too short to be rewritten: the run fails.
  { model: 'sketch-text', prompt: failing, options: {} },
  { model: 'sketch-image', prompt: prompts.ru.images[1], options: {} },
  { model: 'sketch-music', prompt: music, options: { duration: 15 } },
] as const
const outcomes: readonly TestOutcome[] = ['paid', 'paid', 'paid', 'paid', 'declined', 'paid', 'canceled', 'paid', 'pending']
const counts = { runs: 150, orders: 17, reports: 15 }
/** A third of the people never run anything. */
const runners = 22
const sharedWorks = 9

async function post(url: string, path: string, body: unknown, person?: Person): Promise<unknown> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(person && { authorization: `Bearer ${person.tokens.token}` }),
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`)
  return response.status === 204 ? undefined : response.json()
}

const nth = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('The list is empty.')
  return item
}

async function order(url: string, person: Person, index: number): Promise<void> {
  const currency = nth(currencies, index)
  const isPlan = index % 4 === 3
  const { id } = v.parse(
    v.object({ id: v.string() }),
    await post(
      url,
      '/orders',
      isPlan
        ? { kind: 'plan', item: nth(config.plans, index).id, period: 'month', currency }
        : { kind: 'pack', item: nth(config.packs, index).id, currency },
      person,
    ),
  )
  await post(url, `/orders/${id}/test-payment`, { outcome: nth(outcomes, index) }, person)
}

/** Runs the wishes of one person after each other and returns the results that succeeded. */
async function run(person: Person, share: number, offset: number): Promise<string[]> {
  const made: string[] = []
  for (let index = 0; index < share; index += 1) {
    const wish = nth(wishes, index + offset)
    const { id } = await person.submit(wish)
    // A few change their minds.
    if ((index + offset) % 13 === 12) await person.cancel(id)
    const { status } = await person.until(id, ['succeeded', 'failed', 'canceled'], { everyMs: 150 })
    if (status === 'succeeded') made.push(id)
  }
  return made
}

async function fill(url: string): Promise<void> {
  // The first account of a server owns it.
  const owner = await signUp(url, { email: 'owner@example.com', password })
  const people: Person[] = []
  for (const name of names) people.push(await signUp(url, { email: `${name}@example.com`, password }))
  for (let index = 0; index < counts.orders; index += 1) await order(url, nth(people, index % 11), index)
  await post(url, `/operator/people/${nth(people, 3).id}/tokens`, { amount: 5000, reason: 'A contest was won' }, owner)
  // The first people make most, as everywhere.
  const weights = Array.from({ length: runners }, (_, index) => 1 / (index + 2))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  let left = counts.runs
  const shares = weights.map((weight) => {
    const share = Math.min(left, Math.max(1, Math.round((weight / sum) * counts.runs)))
    left -= share
    return share
  })
  const works: { person: Person; id: string }[] = []
  const queue = shares.entries()
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (const [index, share] of queue) {
        const person = nth(people, index)
        for (const id of await run(person, share + (index === 0 ? left : 0), index)) works.push({ person, id })
      }
    }),
  )
  const tokens: string[] = []
  for (const { person, id } of works.slice(0, sharedWorks))
    tokens.push(v.parse(shareSchema, await post(url, `/generations/${id}/share`, { show_prompt: true }, person)).token)
  for (let index = 0; index < counts.reports; index += 1)
    await post(url, `/shares/${nth(tokens, Math.floor(index / 2))}/report`, {
      reason: nth(reportReasons, index),
      text: index % 3 === 0 ? 'This should not be public. Please have a look.' : '',
    })
}

const isFilled = options.data !== undefined && existsSync(options.data)
await using server = await startServer({
  built: true,
  embedded: true,
  optimizes: true,
  port: Number(options.port),
  ...(options.data !== undefined && { dataDir: options.data }),
  env: { LOG_LEVEL: 'warn' },
})
if (!isFilled) await fill(server.url)
console.log(`${server.url}/operator  owner@example.com, and ${names[0]}@example.com to ${names.at(-1)}@example.com  password: ${password}`)
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), server.ended])
