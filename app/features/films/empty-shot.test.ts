import * as v from 'valibot'
import { expect, test } from 'vitest'
import { shotSchema } from '#app/contract/films/film-document.ts'
import { emptyShot } from './empty-shot.ts'

test('an empty shot is what the contract makes of nothing', () => {
  expect(emptyShot).toEqual(v.parse(shotSchema, {}))
})
