import { expect, test } from 'vitest'
import { overallProgress, quarterPassed } from './milestones.ts'

test('a quarter is passed once, and a leap over several counts as the highest', () => {
  expect(quarterPassed(0.2, 0.24)).toBeNull()
  expect(quarterPassed(0.24, 0.25)).toBe(0.25)
  expect(quarterPassed(0.25, 0.3)).toBeNull()
  expect(quarterPassed(null, 0.8)).toBe(0.75)
  expect(quarterPassed(0.5, null)).toBeNull()
})

test('the end is not announced as a quarter, because it has an announcement of its own', () => {
  expect(quarterPassed(0.75, 1)).toBeNull()
})

test('several runs are as far as they are on average, and waiting ones lower the figure', () => {
  expect(overallProgress([{ progress: 0.5 }])).toBe(0.5)
  expect(overallProgress([{ progress: 0.5 }, { progress: null }])).toBe(0.25)
  expect(overallProgress([{ progress: null }])).toBeNull()
  expect(overallProgress([])).toBeNull()
})
