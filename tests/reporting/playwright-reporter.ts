import { relative } from 'node:path'
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { commandFor, type Failure, printFailure, reasonOf, Running, writeReport } from './report.ts'

/** Prints a line for each test and the failures, and reports them to `scripts/test.mjs`. */
export default class PlaywrightReporter implements Reporter {
  readonly #running = new Running(() => this.onEnd())
  readonly #failures: Failure[] = []
  #passed = 0

  onTestBegin(test: TestCase) {
    this.#running.start(test, this.#nameOf(test))
  }

  onTestEnd(test: TestCase, result: TestResult) {
    const time = this.#running.end(test)
    if (result.status === 'skipped') return
    const ok = test.ok()
    if (ok) this.#passed += 1
    console.log(`${ok ? '✓' : '✗'} browser   ${this.#nameOf(test)} ${time}`)
    if (!ok) this.#fail(test, result)
  }

  onError(error: TestError) {
    this.#add({ place: placeOf(error), name: 'outside of all tests', reason: reasonOf(error), command: 'npm run test:e2e' })
  }

  onEnd() {
    writeReport(process.env.PLAYWRIGHT_REPORT, { passed: this.#passed, failed: this.#failures.length, failures: this.#failures })
  }

  printsToStdio() {
    return true
  }

  #nameOf(test: TestCase): string {
    const [, , file = '', ...titles] = test.titlePath()
    return `tests/e2e/${file} › ${titles.join(' › ')}`
  }

  #fail(test: TestCase, result: TestResult) {
    const file = relative(process.cwd(), test.location.file)
    // After the time of a test is over, the second error names what it was waiting for.
    const located = result.errors.find(({ location }) => location)
    const place = located ? placeOf(located) : `${file}:${test.location.line}`
    const messages = result.errors.flatMap(({ message = '' }) => message)
    const reason = reasonOf({ message: messages.join('\n') || `The test ${result.status}.` })
    const name = test.titlePath().slice(3).join(' ')
    this.#add({ place, name, reason, command: commandFor('playwright test', file, name).replace(`${file} `, `${file} -g `) })
  }

  #add(failure: Failure) {
    this.#failures.push(failure)
    printFailure(failure)
  }
}

const placeOf = ({ location }: TestError) =>
  location ? `${relative(process.cwd(), location.file)}:${location.line}` : 'outside of all files'
