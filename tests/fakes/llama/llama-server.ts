import { fork } from 'node:child_process'
import { once } from 'node:events'
import * as v from 'valibot'

const readySchema = v.object({ url: v.string() })

/** Starts llama.cpp, software that is not ours, with a generated model, behind HTTP in a separate process. */
export async function startLlama() {
  const child = fork(new URL('./serve.ts', import.meta.url), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ended = once(child, 'exit')
  const [first]: unknown[] = await Promise.race([once(child, 'message'), ended])
  const ready = v.safeParse(readySchema, first)
  if (!ready.success) throw new Error('llama.cpp did not start')
  const { url } = ready.output
  return {
    url,
    /** Returns all responses that it has completed. */
    said: async () => v.parse(v.array(v.string()), await (await fetch(`${url}/said`)).json()),
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended
    },
  }
}
