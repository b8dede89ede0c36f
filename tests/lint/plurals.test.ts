import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const catalogue = (name: string) => readFileSync(join(import.meta.dirname, '../../src/locales/ru', `${name}.po`), 'utf8')

/** Returns the names of the forms of each plural in a message, including nested ones. */
function formsOf(message: string): string[][] {
  return [...message.matchAll(/, plural,/g)].map(({ index, 0: start }) => {
    const forms: string[] = []
    let depth = 0
    let name = ''
    for (const character of message.slice(index + start.length)) {
      if (character === '{' && depth === 0) forms.push(name.trim())
      if (depth === 0) name = /[{}]/.test(character) ? '' : name + character
      if (character === '{') depth += 1
      if (character === '}') {
        depth -= 1
        if (depth < 0) break
      }
    }
    return forms
  })
}

test.each(['messages', 'server'])('every plural of the Russian catalogue %s has the four forms of the language', (name) => {
  const plurals = [...catalogue(name).matchAll(/^msgstr ((?:".*"\n?)+)/gm)].flatMap(([, quoted = '']) =>
    formsOf(quoted.replaceAll(/"\n"/g, '')),
  )
  expect(plurals.length).toBeGreaterThan(0)
  const incomplete = plurals.filter((forms) => !['one', 'few', 'many', 'other'].every((form) => forms.includes(form)))
  // An indeclinable noun needs one form.
  expect(incomplete.filter((forms) => forms.join() !== 'other')).toEqual([])
})
