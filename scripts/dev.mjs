// Runs the app with hot reload: pages by Vite, API and worker by Node, restarted on changes.
import { spawn } from 'node:child_process'
import { readVariables } from '../app/server/preflight/variables.mjs'
import { compileCatalogues, install, node, root } from './prepare.mjs'

install({ withTools: true })
compileCatalogues()

const { variables } = readVariables(process.env, root)
const port = Number(variables.PORT ?? 3000)
const apiPort = port + 1
const env = { ...variables, API_BASE_URL: `http://127.0.0.1:${apiPort}` }
const watched = ['app/server', 'app/contract', 'engine', 'app.config.ts']
const start = (args, extra) => spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...env, ...extra } })

const children = [
  start([...watched.map((path) => `--watch-path=${path}`), '--watch-preserve-output', 'app/serve.ts'], {
    ROLES: 'api,worker',
    PORT: String(apiPort),
    HOST: '127.0.0.1',
    TRUST_PROXY: 'true',
  }),
  start(['node_modules/vite/bin/vite.js', 'dev', '--host', variables.HOST ?? '127.0.0.1'], { PORT: String(port) }),
]

const stop = () => children.forEach((child) => child.kill('SIGTERM'))
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
for (const child of children) {
  child.once('exit', (code) => {
    process.exitCode ||= code ?? 1
    stop()
  })
}
