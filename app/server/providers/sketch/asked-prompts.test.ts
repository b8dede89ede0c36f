import { describe, expect, test } from 'vitest'
import { english, russian, type Verdict } from '#tests/fixtures/asked-prompts.ts'
import { advise } from './advise.ts'
import { understand } from './understand.ts'

const verdicts: Verdict[] = ['drawn', 'partly', 'not']
const leastRight = 0.95

function verdictOn(model: string, prompt: string): Verdict {
  const advice = advise({ model, prompt, options: {}, roles: [] })
  if (advice) return advice.free ? 'not' : 'partly'
  return understand({ model, prompt, options: { sound: 'none' } })?.ignored.length === 0 ? 'drawn' : 'partly'
}

describe.each([
  ['English', english],
  ['Russian', russian],
])('of the %s prompts that people type', (_, asked) => {
  test('each language has a hundred', () => expect(verdicts.flatMap((verdict) => asked[verdict])).toHaveLength(100))

  test.each(['sketch-video', 'sketch-image'])(
    '%s charges for nearly all that it draws, and for nearly nothing that it does not draw',
    (model) => {
      const wrong = (isDrawn: boolean) => (prompt: string) => (verdictOn(model, prompt) !== 'not') !== isDrawn
      const drawable = [...asked.drawn, ...asked.partly]
      expect(drawable.filter(wrong(true)).length, drawable.filter(wrong(true)).join(' · ')).toBeLessThanOrEqual(
        drawable.length * (1 - leastRight),
      )
      const undrawable = asked.not
      expect(undrawable.filter(wrong(false)).length, undrawable.filter(wrong(false)).join(' · ')).toBeLessThanOrEqual(
        undrawable.length * (1 - leastRight),
      )
    },
  )

  test('nearly all are drawn, named in part or announced as a person would judge', () => {
    const wrong = verdicts.flatMap((verdict) => asked[verdict].filter((prompt) => verdictOn('sketch-video', prompt) !== verdict))
    expect(wrong.length, wrong.join(' · ')).toBeLessThanOrEqual(100 * (1 - leastRight))
  })
})
