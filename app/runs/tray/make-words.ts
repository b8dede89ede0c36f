import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type Make, readyOf } from './makes.ts'

/** Says how the parts of a film have ended that were made together. */
export function useMakeWords() {
  const { t } = useLingui()
  return (make: Make): string => {
    const { failed } = make
    const ready = readyOf(make)
    const title = make.title.trim() || t`Untitled film`
    if (ready === 0) return t`${plural(failed, { one: `# part of “${title}” failed`, other: `# parts of “${title}” failed` })}`
    const words = t`${plural(ready, { one: `# part of “${title}” is ready`, other: `# parts of “${title}” are ready` })}`
    return failed === 0
      ? words
      : `${words}, ${t({ message: `${plural(failed, { one: '# failed', other: '# failed' })}`, context: 'parts of a film' })}`
  }
}
