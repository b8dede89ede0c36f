import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pictureOf, templates } from '#app/features/studio/help/templates.ts'
import { describeModel } from '#app/server/core/making/models/describe-model.ts'
import { describeSketchModels } from '#app/server/providers/sketch/models.ts'
import { locales } from '#config'

/** Bytes; a picture loads when its choice is near the window, and never all of them at once. */
const budget = { picture: 16_000, all: 400_000 }
const available = {
  'sketch-image': null,
  'sketch-video': null,
  'sketch-speech': null,
  'sketch-music': null,
  'sketch-text': null,
  'sketch-join': null,
  'sketch-film': null,
}

const choices = locales.flatMap((locale) =>
  describeSketchModels(available).flatMap((model) =>
    Object.values(describeModel(model, locale, null).options.properties).flatMap((option) =>
      'enum' in option && option['x-pictures'] ? [{ option, pictures: option['x-pictures'] }] : [],
    ),
  ),
)

test('styles, cards and voices have a picture for every choice', () => {
  expect(choices.length).toBeGreaterThanOrEqual(10)
  for (const { option, pictures } of choices) expect(Object.keys(pictures).toSorted()).toEqual(option.enum.toSorted())
})

test('every picture of a choice and of an idea is in the release, in both languages, and small', () => {
  const ideas = templates.flatMap((template) => pictureOf(template) ?? [])
  expect(ideas.length).toBeGreaterThan(15)
  const paths = new Set([...ideas, ...choices.flatMap(({ pictures }) => Object.values(pictures))])
  const sizes = [...paths].map((path) => statSync(join(import.meta.dirname, '../public', path)).size)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(budget.picture)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(budget.all)
})
