// The app with hot reload: the pages by Vite, the API and the worker by Node, which starts them again when a file of theirs changes.
import { spawn } from 'node:child_process'
import { compileCatalogues, install, node, root } from './prepare.mjs'

install({ withTools: true })
compileCatalogues()

const port = Number(process.env.PORT ?? 3000)
const apiPort = port + 1
const env = { ...process.env, API_BASE_URL: `http://127.0.0.1:${apiPort}` }
const start = (args, extra) => spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...env, ...extra } })

const children = [
  start(['--watch-path=app/server', '--watch-path=app/contract', '--watch-path=app.config.ts', '--watch-preserve-output', 'app/serve.ts'], {
    ROLES: 'api,worker',
    PORT: String(apiPort),
    HOST: '127.0.0.1',
    TRUST_PROXY: 'true',
  }),
  start(['node_modules/vite/bin/vite.js', 'dev', '--host', process.env.HOST ?? '127.0.0.1'], { PORT: String(port) }),
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
