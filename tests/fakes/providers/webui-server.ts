import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json as readJson } from 'node:stream/consumers'
import { expect } from 'vitest'
import * as v from 'valibot'

type Answer = { status: number; json: unknown }
const countSchema = v.looseObject({ n_iter: v.number() })

type WebuiOptions = {
  picture: Buffer
  login: string
  /** SD.Next gives tasks ids of its own and answers an interrupt without a body. */
  kind?: 'webui' | 'sdnext'
}

/**
 * A fake of the WebUI's API, after `modules/api/api.py` and `modules/progress.py` of AUTOMATIC1111 and Forge (dfdcbab of 2025-06-26), and
 * of SD.Next (058a7f0 of 2026-07-23). A picture waits until the test calls `draw` or `fail`.
 */
export async function startWebui({ picture, login, kind = 'webui' }: WebuiOptions) {
  const drawn: { path: string; body: unknown }[] = []
  const image = picture.toString('base64')
  let finish: ((answer: Answer) => void) | undefined
  let interrupts = 0
  let isDown = false
  /** Tasks of others before the one of the test, the first of which is drawn. */
  let others: string[] = []
  let task: string | null = null

  async function answer(path: string, request: IncomingMessage): Promise<Answer> {
    if (path === '/sdapi/v1/sd-models') {
      const named = (model_name: string, title: string) => ({ title, model_name, hash: null, sha256: null, filename: `/models/${title}` })
      return {
        status: 200,
        json: [
          named('sd_xl_base_1.0', 'sd_xl_base_1.0.safetensors [31e35c80fc]'),
          named('anime/v1-5', 'anime/v1-5.ckpt'),
          named('<odd>', 'odd'),
        ],
      }
    }
    if (path === '/sdapi/v1/samplers')
      return {
        status: 200,
        json: [
          { name: 'DPM++ 2M', aliases: [] },
          { name: 'Euler a', aliases: [] },
        ],
      }
    if (path === '/internal/progress') {
      const { id_task: id } = v.parse(v.looseObject({ id_task: v.string() }), await readJson(request))
      return { status: 200, json: stateOf(id) }
    }
    if (path === '/internal/pending-tasks')
      return {
        status: 200,
        json: { size: others.length, tasks: [...others.slice(1), ...(others.length > 0 && task !== null ? [task] : [])] },
      }
    if (path.startsWith('/sdapi/v1/progress')) return { status: 200, json: { progress: 0.4, eta_relative: 3, current_image: image } }
    if (path === '/sdapi/v1/interrupt') {
      interrupts += 1
      return kind === 'sdnext' ? { status: 204, json: undefined } : { status: 200, json: {} }
    }
    if (path !== '/sdapi/v1/txt2img' && path !== '/sdapi/v1/img2img') return { status: 404, json: { detail: 'Not Found' } }
    const body = await readJson(request)
    drawn.push({ path, body })
    if (kind === 'webui') task = v.parse(v.looseObject({ force_task_id: v.string() }), body).force_task_id
    return new Promise((resolve) => (finish = resolve))
  }

  /** The state of a task, by the names of `ProgressResponse`. */
  function stateOf(id: string) {
    const isKnown = kind === 'webui' && id === task
    const active = isKnown && others.length === 0
    const known = { active, queued: isKnown && !active, completed: false, textinfo: isKnown ? null : 'Waiting...' }
    if (!active) return { ...known, progress: null, eta: null, live_preview: null, id_live_preview: -1 }
    return { ...known, progress: 0.4, eta: 3, live_preview: `data:image/png;base64,${image}`, id_live_preview: 1 }
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isDown) return void request.socket.destroy()
    const isKnown = request.headers.authorization === `Basic ${Buffer.from(login).toString('base64')}`
    const { status, json } = isKnown ? await answer(request.url ?? '', request) : { status: 401, json: { detail: 'Incorrect username' } }
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(json === undefined ? undefined : JSON.stringify(json))
  }
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  async function waiting(): Promise<void> {
    await expect.poll(() => finish !== undefined, { timeout: 10_000 }).toBe(true)
  }

  return {
    url: `http://127.0.0.1:${address.port}`,
    drawn,
    waiting,
    get interrupts() {
      return interrupts
    },
    setDown: () => void (isDown = true),
    /** Puts tasks of others before that of the test, or ends them. */
    setOthers: (tasks: string[]) => void (others = tasks),
    /** Answers the waiting request; several pictures follow a grid of them, as with the WebUI's usual settings. */
    async draw() {
      await waiting()
      const { n_iter: count } = v.parse(countSchema, drawn.at(-1)?.body)
      const grid = count > 1 ? [image] : []
      const images = [...grid, ...Array.from({ length: count }, () => image)]
      finish?.({ status: 200, json: { images, parameters: {}, info: JSON.stringify({ index_of_first_image: grid.length }) } })
    },
    async fail(status: number, json: unknown) {
      await waiting()
      finish?.({ status, json })
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
