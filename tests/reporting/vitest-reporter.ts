import { relative } from 'node:path'
import type { UserConsoleLog } from 'vitest'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { commandFor, type Failure, printFailure, reasonOf, Running, writeReport } from './report.ts'

type Errors = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1]

/** Prints a line for each file and the failures, and reports them to `scripts/test.mjs`. */
export class VitestReporter implements Reporter {
  readonly #running = new Running(() => this.#report())
  readonly #failures: Failure[] = []
  #passed = 0

  onTestModuleStart(module: TestModule) {
    this.#running.start(module, module.relativeModuleId)
  }

  onTestCaseReady(test: TestCase) {
    this.#running.start(test, `${test.module.relativeModuleId} › ${test.fullName}`)
  }

  onTestCaseResult(test: TestCase) {
    this.#running.end(test)
    const { state, errors = [] } = test.result()
    if (state === 'passed') this.#passed += 1
    if (state === 'failed') this.#fail(test.module, { name: test.fullName, errors })
  }

  onTestModuleEnd(module: TestModule) {
    const time = this.#running.end(module)
    // Errors of a file or of a hook that belong to no test.
    const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
    if (errors.length > 0) this.#fail(module, { name: 'outside of its tests', errors })
    console.log(`${module.ok() ? '✓' : '✗'} ${module.project.name.padEnd(9)} ${module.relativeModuleId} ${time}`)
  }

  onUserConsoleLog({ content, type }: UserConsoleLog) {
    process[type].write(content)
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: Errors) {
    for (const error of errors) {
      const [at] = error.stacks ?? []
      const place = at ? `${relative(process.cwd(), at.file)}:${at.line}` : 'outside of all files'
      this.#add({ place, name: 'an error that no test has caught', reason: reasonOf(error), command: 'npm test' })
    }
    this.#report()
  }

  #report() {
    writeReport(process.env.VITEST_REPORT, { passed: this.#passed, failed: this.#failures.length, failures: this.#failures })
  }

  #fail(module: TestModule, { name, errors }: { name: string; errors: Errors }) {
    const file = module.relativeModuleId
    const [error] = errors
    const at = error?.stacks?.find((frame) => frame.file.endsWith(file))
    const runner = `vitest run --project=${module.project.name}`
    this.#add({
      place: at ? `${file}:${at.line}` : file,
      name,
      reason: reasonOf(error ?? {}),
      command: commandFor(runner, file, name.replaceAll(' > ', ' ')).replace(`${file} `, `${file} -t `),
    })
  }

  #add(failure: Failure) {
    this.#failures.push(failure)
    printFailure(failure)
  }
}
