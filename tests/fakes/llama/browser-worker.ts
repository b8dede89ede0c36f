import { resolveObjectURL } from 'node:buffer'
import { type Transferable, Worker } from 'node:worker_threads'

/** The globals of a browser's worker. */
const surroundings = `
const { parentPort } = require('node:worker_threads')
globalThis.self = globalThis
globalThis.location = { href: 'file:///worker.js' }
globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, transfer)
parentPort.on('message', (data) => globalThis.onmessage({ data }))
`

/** Imitates a browser's worker, as far as llama.cpp's WebAssembly build needs it, on a thread of Node. */
class BrowserWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null
  onerror: ((error: unknown) => void) | null = null
  readonly #thread: Promise<Worker>

  constructor(url: string) {
    this.#thread = this.#start(url)
  }

  async #start(url: string): Promise<Worker> {
    const code = await resolveObjectURL(url)?.text()
    if (code === undefined) throw new Error('the worker has no code')
    const thread = new Worker(surroundings + code, { eval: true })
    thread.on('message', (data: unknown) => this.onmessage?.({ data }))
    thread.on('error', (error) => this.onerror?.(error))
    return thread
  }

  postMessage(message: unknown, transfer: readonly Transferable[] = []): void {
    void this.#thread.then((thread) => thread.postMessage(message, transfer))
  }

  terminate(): void {
    void this.#thread.then((thread) => thread.terminate())
  }
}

/** Gives this process the parts of a page that llama.cpp's WebAssembly build needs. */
export function pretendToBeAPage(): void {
  Object.assign(globalThis, { self: globalThis, location: { href: 'file:///' }, Worker: BrowserWorker })
}
