import * as v from 'valibot'
import { expect, test } from 'vitest'
import { splitScriptAnswerSchema, splitScriptSchema } from '#app/contract/films/films.ts'
import { Problem } from '../../problem.ts'
import { splitFilm } from './split-film.ts'

const split = (body: object) => splitFilm(v.parse(splitScriptSchema, body))
const issuesOf = (body: object) =>
  v.safeParse(splitScriptSchema, body).issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`) ?? []

test('a script is answered with a film of its shots and their times', () => {
  const answer = split({ text: 'НАТ. БЕРЕГ. НОЧЬ\r\n\r\nЛиса ждёт.\r\n\r\nЛИСА\r\nКто там?', language: 'ru' })
  expect(v.safeParse(splitScriptAnswerSchema, answer).issues).toBeUndefined()
  const [id = ''] = answer.document.order
  expect(answer.document.shots[id]).toMatchObject({ place: 'БЕРЕГ', light: 'night', action: 'Лиса ждёт.' })
  expect(answer.timeline.slots).toEqual([expect.objectContaining({ shot: id, starts: 0 })])
  expect(answer.document.seconds).toBe(30)
})

test('a script without words, of a megabyte or of more than a film holds is refused by its field', () => {
  expect(issuesOf({ text: ' \n', language: 'ru' })).toEqual(['text: required'])
  expect(issuesOf({ text: 'а'.repeat(1024 * 1024), language: 'ru' })).toEqual(['text: too_long'])
  expect(issuesOf({ text: 'A fox.', language: 'de', seconds: 181 })).toEqual(['language: not_an_option', 'seconds: too_large'])
  const fieldsOf = (text: string) => {
    try {
      split({ text, language: 'en' })
    } catch (error) {
      return error instanceof Problem ? error.fields : error
    }
    return undefined
  }
  expect(fieldsOf('===')).toEqual({ text: 'required' })
  expect(fieldsOf(Array.from({ length: 31 }, (_, index) => `INT. ROOM ${index}`).join('\n\n'))).toEqual({ text: 'too_long' })
})
