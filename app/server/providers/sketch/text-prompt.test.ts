import { describe, expect, test } from 'vitest'
import { advise } from './advise.ts'
import { understand } from './understand.ts'

const run = (prompt: string, options: Record<string, string> = {}) => ({ model: 'sketch-text', prompt, options, roles: [] })
const adviceOn = (prompt: string, options?: Record<string, string>) => advise(run(prompt, options))
const en = 'The council met on Monday. It approved a new bridge. Work begins in May.'
const ru = 'Совет собрался в понедельник. Он утвердил новый мост. Работы начнутся в мае.'

describe('advice on a text prompt', () => {
  test.each([en, ru, `Summarize: ${en}`, `Тезисы: ${ru}`, 'Write a haiku about rain', 'Хокку о дожде', 'Напиши стихи о море', ''])(
    'a text prompt gets no advice where the model does what is asked: "%s"',
    (prompt) => {
      expect(adviceOn(prompt)).toBeNull()
    },
  )

  test.each([
    ['Write a story about a cat', 'Write a haiku about a cat'],
    ['Напиши рассказ про кота', 'Напиши хокку про кота'],
    ['почему небо голубое', 'Напиши стихи на тему: небо'],
    ['сказка про зайца', 'Напиши хокку про зайца'],
    ['рецепт борща', 'Хокку: рецепт борща'],
    ['song lyrics about summer', 'Write a haiku about summer'],
  ])('the advice offers a verse where "%s" takes a language model', (prompt, verse) => {
    expect(adviceOn(prompt)).toMatchObject({ kind: 'needs_language_model', possible: false, free: false })
    expect(adviceOn(prompt)?.suggestions).toEqual([{ label: null, prompt: verse, model: null, options: null }])
  })

  test('the advice offers other tasks for a text that is short already, without the instruction', () => {
    const text = 'The council met on Monday. It approved a new bridge.'
    const advice = adviceOn(`Summarize: ${text}`)
    expect(advice).toMatchObject({ kind: 'too_short', possible: false })
    expect(advice?.suggestions.map(({ prompt, options }) => [prompt, options?.task])).toEqual(
      ['keywords', 'headlines', 'readability', 'verse'].map((task) => [text, task]),
    )
  })

  test('the advice says before the run that a verse will miss its theme, or that a request is taken as a text', () => {
    expect(adviceOn('Write a poem about artificial intelligence')).toMatchObject({
      possible: true,
      words: ['artificial intelligence'],
      suggestions: [{ prompt: 'Write a haiku about artificial intelligence' }],
    })
    // The verses on the home, to which a cat belongs, name no cat.
    expect(adviceOn('стих про кота')).toMatchObject({ words: ['про кота'], suggestions: [{ prompt: 'Напиши хокку про кота' }] })
    expect(adviceOn('Write an email to my boss. I am ill today. I will be back on Monday.')).toMatchObject({
      kind: 'needs_language_model',
      possible: true,
    })
  })

  test.each([
    'Write a story about a cat',
    'Напиши рассказ про кота',
    'почему небо голубое',
    'rain',
    'кошки',
    'Summarize: The council met on Monday. It approved a new bridge.',
    'Кратко: Совет собрался в понедельник.',
    'Write a poem about artificial intelligence',
  ])('the advice suggests only tasks that work: "%s"', (prompt) => {
    const suggestions = adviceOn(prompt)?.suggestions ?? []
    expect(suggestions.length).toBeGreaterThan(0)
    for (const one of suggestions) {
      const task = one.options?.task
      expect(adviceOn(one.prompt, typeof task === 'string' ? { task } : {})).toBeNull()
    }
  })
})

test('the task that a prompt asks for is named, and the instruction marked', () => {
  expect(understand(run(`Summarize this text: ${en}`))).toMatchObject({
    shown: [{ message: 'Summary' }],
    ignored: [],
    terms: [{ text: 'Summarize this text:', role: 'shown' }],
  })
  expect(understand(run(en))).toBeNull()
})
