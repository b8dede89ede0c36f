import { expect, test } from 'vitest'
import { filmLimits } from '#app/contract/films/film-values.ts'
import { splitScript } from '#app/contract/films/split-script.ts'
import { timelineOf } from '#app/contract/films/timeline.ts'
import { locales } from '#config'
import { templateNames } from './template-names.ts'
import { templates } from './templates.ts'

const split = (text: string, options: { language: (typeof locales)[number]; seconds: number; readAloud: boolean }) => {
  let count = 0
  const film = splitScript({
    text,
    ...options,
    newId: () => `id${String((count += 1)).padStart(4, '0')}`.replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit))),
  })
  if (typeof film === 'string') throw new Error(film)
  return film
}

test.each(locales.flatMap((language) => templateNames.map((name) => [language, name] as const)))(
  '%s: the draft “%s” splits into shots with blanks',
  (language, name) => {
    const { script, seconds, readsAloud } = templates[language].drafts[name]
    const film = split(script.replaceAll('{idea}', 'A lighthouse'), { language, seconds, readAloud: readsAloud })
    expect(film.title).toBe('A lighthouse')
    expect(film.order.length).toBeGreaterThanOrEqual(3)
    expect(film.order.length).toBeLessThanOrEqual(filmLimits.shots)
    expect(JSON.stringify(film)).toContain('[')
    expect(Object.values(film.shots).some(({ words }) => words.length > 0)).toBe(true)
    if (name !== 'poem') expect(Object.values(film.shots).every(({ light }) => light !== null || name === 'recipe')).toBe(true)
  },
)

test.each(locales)('%s: the example is a film of 30 seconds with people, places and light', (language) => {
  const film = split(templates[language].example, { language, seconds: 30, readAloud: false })
  expect(film.order).toHaveLength(5)
  expect(Object.keys(film.roles).length).toBeGreaterThan(0)
  expect(Object.values(film.shots).map(({ light }) => light)).toEqual(['dusk', 'night', 'night', 'night', 'dawn'])
  expect(timelineOf(film).seconds).toBeLessThanOrEqual(30)
})
