import { describe, expect, it } from 'vitest'
import { english } from './expected.en.ts'
import { russian } from './expected.ru.ts'
import { readPrompt } from './read-prompt.ts'

describe.each([
  { language: 'English', expectations: english },
  { language: 'Russian', expectations: russian },
])('a prompt in $language', ({ expectations }) => {
  it.each(expectations.map(([prompt, used, more]) => ({ prompt, used, more })))(
    'the reading is as recorded: $prompt',
    ({ prompt, used, more }) => {
      const reading = readPrompt(prompt)
      expect(reading.used.join(' ')).toBe(used)
      expect(reading).toMatchObject({ ignored: [], ...more })
    },
  )
})
