import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export type Failure = {
  /** File with line. */
  place: string
  name: string
  /** The first difference, or the first lines of the error. */
  reason: string
  /** Runs this test alone. */
  command: string
}

/** Result of one test runner, which `scripts/test.mjs` sums up. */
export type Report = { passed: number; failed: number; failures: Failure[] }

const reasonLines = 12

/** Returns the first lines of an error without colors, which are enough to see what differs. */
export function reasonOf({ message = '', diff = '' }: { message?: string | undefined; diff?: string | undefined }): string {
  const lines = stripVTControlCharacters(`${message}\n${diff}`)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
  return lines.slice(0, reasonLines).join('\n')
}

/** Returns the command that runs one test alone; `npx` finds the Node version of this project. */
export const commandFor = (runner: string, file: string, name: string) => `npx ${runner} ${file} ${quote(name)}`

const quote = (text: string) => `'${text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&').replaceAll("'", `'\\''`)}'`

export function printFailure({ place, name, reason }: Failure) {
  console.log(`✗ ${place}  ${name}\n${reason.replaceAll(/^/gm, '    ')}`)
}

/** Writes the report for `scripts/test.mjs`, which names the file. */
export function writeReport(file: string | undefined, report: Report) {
  if (file) writeFileSync(file, JSON.stringify(report))
}

/** Names what is still running when the run is ended from outside, and reports what has ended. */
export class Running {
  readonly #started = new Map<object, { name: string; at: number }>()

  constructor(report: () => void) {
    process.once('SIGTERM', () => {
      for (const { name, at } of this.#started.values()) console.log(`still running after ${secondsSince(at)}: ${name}`)
      report()
      process.exit(1)
    })
  }

  start(test: object, name: string) {
    this.#started.set(test, { name, at: performance.now() })
  }

  /** Returns how long it took. */
  end(test: object): string {
    const started = this.#started.get(test)
    this.#started.delete(test)
    return secondsSince(started?.at ?? performance.now())
  }
}

const secondsSince = (at: number) => `${((performance.now() - at) / 1000).toFixed(1)} s`
