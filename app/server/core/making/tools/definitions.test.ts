import { expect, test } from 'vitest'
import { studioTools } from '#app/contract/studio/tool-names.ts'
import { hostileForm } from '#tests/fixtures/hostile-values.ts'
import { studioAsked } from './definitions.ts'

const recipe = {
  id: 'r',
  type: 'image',
  name: 'The "best" card',
  about: null,
  options: {},
  inputs: null,
  revision: 1,
  model: 'remix',
} as const

test('use_recipe says the rule of each field', () => {
  const [tool] = studioAsked(['use_recipe'], [{ ...recipe, ...hostileForm }]).tools ?? []
  expect(tool?.parameters).toMatchObject({ properties: { recipe: { enum: ['The "best" card'] } } })
  expect(tool?.description?.split('\n').at(-1)).toBe(
    '- "The \\"best\\" card": "city" (line, at most 500 characters), "season" (one of ["spring","winter","{{city}}"], default "winter"), ' +
      '"people" (number from 1 to 5 in steps of 0.5, default 2), "note" (text, at most 10000 characters, optional), ' +
      '"the \\"best\\" $1" (line, at most 500 characters, optional), "имя 🦊" (line, at most 500 characters, optional), ' +
      '"inner" (line, at most 500 characters, optional), "Photo" (the handle of a file)',
  )
})

test('no definition states a length that servers on llama.cpp refuse', () => {
  const lengths = [...JSON.stringify(studioAsked(studioTools).tools).matchAll(/"max(?:Length|Items)":(\d+)/g)].map(([, length]) =>
    Number(length),
  )
  expect(lengths.length).toBeGreaterThan(0)
  expect(Math.max(...lengths)).toBeLessThan(2_000)
})
