import { fork } from 'node:child_process'
import { rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { InstallError } from './install-error.ts'

const childFile = createRequire(import.meta.url).resolve('#app/server/providers/local/unpack-child.ts')

export type UnpackOptions = { archive: string; folder: string; runtime: string; signal: AbortSignal }

/** Unpacks an archive in a process of its own, because that takes seconds of computing. The folder appears when it is complete. */
export async function unpackArchive({ archive, folder, runtime, signal }: UnpackOptions): Promise<void> {
  const draft = `${folder}.draft`
  await rm(draft, { recursive: true, force: true })
  const child = fork(childFile, [archive, draft, runtime], {
    execPath: process.execPath,
    execArgv: [],
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const stop = () => void child.kill('SIGKILL')
  signal.addEventListener('abort', stop, { once: true })
  try {
    const code = await new Promise((resolve) => child.once('error', resolve).once('exit', resolve))
    signal.throwIfAborted()
    if (code !== 0) throw new InstallError('failed', 'The archive could not be unpacked.')
    await rename(draft, folder)
  } finally {
    signal.removeEventListener('abort', stop)
    await rm(draft, { recursive: true, force: true })
  }
}
