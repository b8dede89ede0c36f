/** Requests a page repeatedly from its own process, so that the load does not slow down the measurement. Started by `bench.ts`. */
import { Agent, get } from 'node:http'
import { isLoadOrder, type LoadResult } from './load-messages.ts'

const order: unknown = JSON.parse(process.argv[2] ?? 'null')
if (!isLoadOrder(order)) throw new Error('load.ts is started by bench.ts')
const { url, headers, connections, seconds } = order
const agent = new Agent({ keepAlive: true, maxSockets: connections })

/** Resolves when the whole answer has been read. */
function ask(): Promise<{ status: number; ms: number }> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (answer) => {
      answer.on('error', reject).on('end', () => resolve({ status: answer.statusCode ?? 0, ms: performance.now() - startedAt }))
      answer.resume()
    }).on('error', reject)
  })
}

const warmUp = await ask()
const result: LoadResult = { status: warmUp.status, requests: 0, errors: 0, seconds: 0, waits: [] }
for (let count = 0; count < connections; count += 1) await ask()

const startedAt = performance.now()
const end = startedAt + seconds * 1_000
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (performance.now() < end) {
      try {
        const { status, ms } = await ask()
        if (status !== warmUp.status) result.errors += 1
        result.requests += 1
        result.waits.push(ms)
      } catch {
        result.errors += 1
      }
    }
  }),
)
result.seconds = (performance.now() - startedAt) / 1_000
agent.destroy()
process.send?.(result, () => process.disconnect())
