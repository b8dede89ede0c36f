import { expect, test } from 'vitest'
import { readOutput, readProgram } from './read-tools.ts'

test.each([
  [{ language: 'PYTHON', code: 'print(1)\n' }, '\n\n```python\nprint(1)\n```\n\n'],
  [{ containerId: 'c', code: 'print("```")' }, '\n\n````python\nprint("```")\n````\n\n'],
  [{ language: '"><b>', code: 'x' }, '\n\n```\nx\n```\n\n'],
  ['', ''],
])('the program %j is shown as code', (input, shown) => {
  expect(readProgram(input)).toBe(shown)
})

test.each([
  [{ outcome: 'OUTCOME_OK', output: '42\n' }, '\n\n```\n42\n```\n\n'],
  [
    {
      outputs: [
        { type: 'logs', logs: '42' },
        { type: 'image', url: 'https://a' },
      ],
    },
    '\n\n```\n42\n```\n\n',
  ],
  [{ outputs: null }, ''],
  [{ output: ' \n' }, ''],
])('the output %j is shown as it was written', (output, shown) => {
  expect(readOutput(output)).toBe(shown)
})
