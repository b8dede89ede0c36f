import { describe, expect, test } from 'vitest'
import { planText } from './plan.ts'
import type { TextPlan } from './plan.ts'

const en = 'The council met on Monday. It approved a new bridge. The bridge costs two million. Work begins in May.'
const ru = 'Совет собрался в понедельник. Он утвердил новый мост. Мост обойдётся в два миллиона. Работы начнутся в мае.'

const plan = (prompt: string) => planText(prompt, { task: 'readability', length: 'medium' })

type Row = readonly [prompt: string, task: TextPlan['task'], subject: string]

const english: Row[] = [
  [`Summarize: ${en}`, 'summary', en],
  [`summarize this text: ${en}`, 'summary', en],
  [`Summarize ${en}`, 'summary', en],
  [`Can you please summarize the following article in 3 sentences:\n${en}`, 'summary', en],
  [`TL;DR ${en}`, 'summary', en],
  [`tldr: ${en}`, 'summary', en],
  [`Shorten this: "${en}"`, 'summary', en],
  [`Give me a short summary of this text.\n\n${en}`, 'summary', en],
  [`make this shorter: ${en}`, 'summary', en],
  [`${en} Summarize this.`, 'summary', en],
  [`Give me the key points of this article:\n\n${en}`, 'key-points', en],
  [`Key points: ${en}`, 'key-points', en],
  [`What are the key takeaways? ${en}`, 'key-points', en],
  [`${en}\n\nList the main ideas`, 'key-points', en],
  [`Outline:\n${en}`, 'outline', en],
  [`Make an outline of this text: ${en}`, 'outline', en],
  [`Keywords: ${en}`, 'keywords', en],
  [`extract keywords from this text: ${en}`, 'keywords', en],
  [`Suggest 5 headlines for this article: ${en}`, 'headlines', en],
  [`Write a headline for this: “${en}”`, 'headlines', en],
  ['Write a haiku about rain', 'verse', 'rain'],
  ['write me a short poem about the sea', 'verse', 'the sea'],
  ['Poem: winter night', 'verse', 'winter night'],
  ['A poem for my mother’s birthday', 'verse', 'my mother’s birthday'],
  ['- milk\n- bread\n- a birthday cake for nine people', 'readability', '- milk\n- bread\n- a birthday cake for nine people'],
]

const russian: Row[] = [
  [`Кратко: ${ru}`, 'summary', ru],
  [`Кратко перескажи текст: ${ru}`, 'summary', ru],
  [`Перескажи кратко: ${ru}`, 'summary', ru],
  [`Перескажи ${ru}`, 'summary', ru],
  [`Сократи этот текст до двух предложений: ${ru}`, 'summary', ru],
  [`Сократите: «${ru}»`, 'summary', ru],
  [`Пожалуйста, сократи текст.\n${ru}`, 'summary', ru],
  [`Сделай краткое резюме: ${ru}`, 'summary', ru],
  [`О чём этот текст? ${ru}`, 'summary', ru],
  [`${ru} Перескажи кратко.`, 'summary', ru],
  [`Тезисы: ${ru}`, 'key-points', ru],
  [`Выдели главное: ${ru}`, 'key-points', ru],
  [`Выпиши тезисы из этого текста:\n${ru}`, 'key-points', ru],
  [`${ru}\nвыдели ключевые мысли`, 'key-points', ru],
  [`План: ${ru}`, 'outline', ru],
  [`Составь план текста: ${ru}`, 'outline', ru],
  [`Ключевые слова: ${ru}`, 'keywords', ru],
  [`Выдели ключевые слова из текста: ${ru}`, 'keywords', ru],
  [`Заголовки: ${ru}`, 'headlines', ru],
  [`Придумай 5 заголовков к статье: ${ru}`, 'headlines', ru],
  ['Хокку о дожде', 'verse', 'дожде'],
  ['Напиши стихи на тему: весна', 'verse', 'весна'],
  ['сочини стих про море', 'verse', 'море'],
  ['Напиши короткое стихотворение для мамы', 'verse', 'мамы'],
]

test.each([...english, ...russian])('an instruction sets the task and is removed: %s', (prompt, task, subject) => {
  expect(plan(prompt)).toMatchObject({ task, subject, problem: null, language: /[а-я]/iu.test(prompt) ? 'ru' : 'en' })
})

test.each([
  'Make a dough. Let it rest for an hour. Bake it at 200 degrees.',
  'Help is on the way. The crew left at noon. They arrive tonight.',
  'Give the plant some light. Water it once a week. It grows fast.',
  'List your items before you go. Pack light. Leave early.',
  'Outline of the plan was shown. We liked it. It passed.',
  'Summary of the meeting. We met at noon. We left at two.',
  'Shorten the sleeves by two centimeters. Then sew the hem. Iron it.',
  'Tell nobody about the party. It is a surprise. We meet at eight.',
  'How do I cook borscht? I have beets and cabbage. I also have an hour.',
  'План города утверждён советом. Работы начнутся весной. Город ждёт.',
  'Кратко о главном этой недели. В городе открылась школа. Она большая.',
  'Сделай паузу на пять минут. Выпей стакан воды. Продолжай работу.',
  'Помоги себе сам сегодня. Начни с малого дела. Не торопись никуда.',
  'Дай тесту подойти час. Раскатай его тонко. Выпекай до готовности.',
])('several sentences are a text, whatever verb they begin with: %s', (prompt) => {
  expect(plan(prompt)).toMatchObject({ instruction: null, subject: prompt, problem: null })
})

test.each([
  'Write me a story about the sea',
  'What is the capital of France?',
  'Hello! Can you help me with my essay',
  'how to learn guitar fast',
  'Summarize the plot of Hamlet',
  'Translate this sentence into German',
  'Напиши рассказ про кота',
  'Как приготовить борщ?',
  'Привет, расскажи о себе',
  'почему небо голубое',
  'Дай рецепт борща',
])('a request for an answer is recognized: %s', (prompt) => {
  expect(plan(prompt).problem).toBe('needs_language_model')
})

describe('a text too short for its task', () => {
  test.each([
    ['Summarize: The council met. It was cold outside today.', 'summary'],
    ['Кратко: Совет собрался вчера. Он утвердил новый мост.', 'summary'],
    ['Summarize this text', 'summary'],
    ['План: Совет собрался вчера. Он утвердил мост. Мост будет большой.', 'outline'],
  ])('a text too short for its task is not summarized by its first sentence: %s', (prompt, task) => {
    expect(plan(prompt)).toMatchObject({ task, problem: 'too_short' })
  })
})

test.each([
  [`Summarize in one sentence: ${en}`, 1],
  [`Summarize this in 2 sentences.\n${en}`, 2],
  [`Suggest three headlines for this: ${en}`, 3],
  [`Сократи до двух предложений: ${ru}`, 2],
  [`Придумай 5 заголовков: ${ru}`, 5],
  [`Summarize: ${en}`, null],
])('the requested number of items is returned: %s', (prompt, count) => {
  expect(plan(prompt).count).toBe(count)
})

test('a request for brevity shortens the result', () => {
  expect(plan(`Перескажи в двух словах: ${ru}`)).toMatchObject({ length: 'short', count: null })
})
