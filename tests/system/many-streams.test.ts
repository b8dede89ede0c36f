import { expect, test } from 'vitest'
import { openOpenaiServer } from '#tests/fakes/providers/openai-server.ts'
import { repetitions } from '#tests/fixtures/campaign.ts'
import { signUp } from '#tests/fixtures/api-client.ts'
import { confirmEmail } from '#tests/fixtures/confirm-email.ts'
import { startServer } from '#tests/fixtures/server.ts'
import { watchTexts } from '#tests/fixtures/watch-texts.ts'

const people = 4
const each = repetitions(3, 50)

const answerTo = (prompt: string) => Array.from({ length: 40 }, (_, index) => `${prompt}/${index} `)

test('many texts streamed at once reach the people who asked for them, complete and in order', async () => {
  let open = 0
  const all = Promise.withResolvers<void>()
  await using models = await openOpenaiServer({
    pauseMs: 50,
    pieces: (_model, said) => answerTo(said),
    beforeFirst() {
      open += 1
      if (open === people * each) all.resolve()
      return all.promise
    },
  })
  await using server = await startServer({
    built: true,
    env: { ROLES: 'api,worker', OPENAI_COMPATIBLE: `desk=${models.url}`, OPENAI_COMPATIBLE_PRICE: '0.001/0.001', OLLAMA_URL: 'off' },
  })
  const stop = new AbortController()
  const persons = await Promise.all(Array.from({ length: people }, () => signUp(server.url)))
  await Promise.all(persons.map((person) => confirmEmail(server, person)))
  const watches = await Promise.all(persons.map((person) => watchTexts(person, stop.signal)))
  const prompts = new Map<string, string>()
  await Promise.all(
    persons.map(async (person, index) => {
      for (let count = 0; count < each; count += 1) {
        const prompt = `p${index}-${count}`
        const { id } = await person.submit({ model: 'desk/llama', prompt, options: {} })
        prompts.set(id, prompt)
      }
    }),
  )
  const ended = () => watches.reduce((sum, { texts }) => sum + [...texts.values()].filter((text) => text.ended).length, 0)
  await expect.poll(ended, { interval: 100 }).toBe(people * each)
  stop.abort()
  await Promise.all(watches.map(({ reading }) => reading))

  for (const { texts } of watches)
    for (const [id, { text, gaps }] of texts) expect({ text, gaps }).toEqual({ text: answerTo(prompts.get(id) ?? '').join(''), gaps: 0 })
  for (const person of persons) {
    const list = await person.list()
    expect(list.map(({ id, text, status }) => ({ id, text, status }))).toEqual(
      list.map(({ id }) => ({ id, text: answerTo(prompts.get(id) ?? '').join(''), status: 'succeeded' })),
    )
  }
  expect(models.asked()).toHaveLength(people * each)
})
