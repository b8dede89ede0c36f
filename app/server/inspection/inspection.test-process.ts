import { inspection } from './inspection.ts'

/** A process for processes.test.ts, to be killed: measures a film that hangs the parser. */
const [path] = process.argv.slice(2)
if (path === undefined) throw new Error('The first argument must be a film.')
await inspection.run('measureMedia', { path })
