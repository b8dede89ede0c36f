import { expect, test } from 'vitest'
import type { InputRole } from './values.ts'
import { brokenRule } from './input-rules.ts'

const reference = {
  role: 'reference' as const,
  types: ['image' as const],
  max: 3,
  not_with: ['first_frame' as const],
  when: { option: 'duration', in: [8] },
}
const last = { role: 'last_frame' as const, types: ['image' as const], max: 1, needs: 'first_frame' as const }

test.each([
  ['a reference with the right length', reference, ['reference'], 8, undefined],
  ['a reference with another length', reference, ['reference'], 4, 'when'],
  ['a reference next to a frame', reference, ['reference', 'first_frame'], 8, 'not_with'],
  ['a last frame after a first one', last, ['first_frame', 'last_frame'], 4, undefined],
  ['a last frame alone', last, ['last_frame'], 4, 'needs'],
] as const)('%s breaks the right rule', (_name, taken, roles: readonly InputRole[], duration, broken) => {
  expect(brokenRule({ ...taken, types: [...taken.types] }, { inputs: roles.map((role) => ({ role })), options: { duration } })).toBe(broken)
})
