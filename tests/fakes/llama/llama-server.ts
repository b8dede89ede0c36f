import { fork } from 'node:child_process'
import { once } from 'node:events'
import * as v from 'valibot'

const readySchema = v.object({ url: v.string() })

/** llama.cpp, which we have not written, with a model that is made on the spot, behind HTTP in a process of its own. */
export async function startLlama() {
  const child = fork(new URL('./serve.ts', import.meta.url), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ended = once(child, 'exit')
  const [first]: unknown[] = await Promise.race([once(child, 'message'), ended])
  const ready = v.safeParse(readySchema, first)
  if (!ready.success) throw new Error('llama.cpp did not start')
  const { url } = ready.output
  return {
    url,
    /** All the answers that it has given to their end. */
    said: async () => v.parse(v.array(v.string()), await (await fetch(`${url}/said`)).json()),
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended
    },
  }
}
