import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the layouts are exactly these seven', () => {
  const names = readdirSync(join(import.meta.dirname, '../../app/layouts')).map((file) => file.replace(/\.tsx$/, ''))
  expect(names.sort()).toEqual(['center', 'default', 'document', 'empty', 'error', 'profile', 'video'])
})
