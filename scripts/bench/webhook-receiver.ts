// The receiver of `webhooks.ts` in a thread of its own, so that its work is not counted as the server's.
import { parentPort, workerData } from 'node:worker_threads'
import { startWebhookReceiver } from '#tests/fakes/webhook-receiver.ts'

const silent = Number(workerData)
let calls = 0
const receiver = await startWebhookReceiver(() => {
  calls += 1
  if (calls % 100 < silent) return 'silence'
  return calls % 2 === 0 ? 500 : 200
})
parentPort?.on('message', () => parentPort?.postMessage(calls))
parentPort?.postMessage(receiver.origin)
