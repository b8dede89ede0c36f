import { type Person, signUp } from '#tests/fixtures/api-client.ts'
import { type Gateway, openGateway } from '#tests/fixtures/gateway.ts'
import { type ServerProcess, startServer } from '#tests/fixtures/server.ts'

/** The pages in one process, API and worker in another, with a gateway between them that can be made to fail. Requires the build. */
export let api: ServerProcess
export let gateway: Gateway
export let web: ServerProcess
export let ann: Person

export async function openSite(): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  api = stack.use(await startServer({ built: true, env: { ROLES: 'api,worker', TRUST_PROXY: 'true' } }))
  gateway = stack.use(await openGateway(api.url))
  const env = { ROLES: 'web', API_BASE_URL: gateway.url, DATA_DIR: '/nowhere', LOG_LEVEL: 'debug' }
  web = stack.use(await startServer({ built: true, env }))
  ann = await signUp(api.url)
  return stack.move()
}
