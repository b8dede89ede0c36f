import { execFileSync } from 'node:child_process'
import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Orders test files: those that git reports as changed come first, the others in Vitest's order (failed ones, then long ones). */
export class ChangedFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const changed = new Set(changedPaths().map((path) => stem(path)))
    const sorted = await super.sort(files)
    return [...sorted.filter((file) => changed.has(stem(file.moduleId))), ...sorted.filter((file) => !changed.has(stem(file.moduleId)))]
  }
}

const stem = (path: string) => basename(path).replace(/(?:\.test)?\.[^.]+$/, '')

/** Returns the files with changes that are not committed or not on main. */
function changedPaths(): string[] {
  const git = (...args: string[]) => {
    try {
      return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')
    } catch {
      // There is no repository, or no branch of that name.
      return []
    }
  }
  return [...git('diff', '--name-only', 'HEAD'), ...git('diff', '--name-only', 'main...HEAD')].filter(Boolean)
}
