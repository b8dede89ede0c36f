import type { Locator, Page } from '@playwright/test'
import * as v from 'valibot'
import { readAnswers } from '#tests/fixtures/answers/read-answers.ts'
import { shownIn } from '#tests/fixtures/answers/shown.ts'
import { signUp } from '#tests/fixtures/api-client.ts'
import { openOpenaiServer } from '#tests/fakes/providers/openai-server.ts'
import { confirmEmail } from '#tests/fixtures/confirm-email.ts'
import { startServer } from '#tests/fixtures/server.ts'
import { expectNoBarriers } from './check-accessibility.ts'
import {
  browserLocale,
  expect,
  haveAccount,
  inEachLanguage,
  labels as controls,
  openHydrated,
  password,
  untilHydrated,
  untilStill,
} from './fixtures.ts'
import { seen } from './seen.ts'
import { withDesk } from './with-own-server.ts'

const answer = `# Rainbows

Light is **bent** and *split*. See [the page](https://www.example.com/optics).

| Colour | Angle |
| --- | ---: |
| Red | 42.4° |

- [x] Sun behind
- [ ] Rain in front

\`\`\`python
def angle(n):
    return n  # a comment
\`\`\`

It leaves at $42^\\circ$.

$$
x^2
$$
`

const hostile = `<script>window.pwned = 1</script><img src="https://tracker.example/a.png" onerror="window.pwned = 2">

<iframe src="https://evil.example"></iframe> <b onclick="window.pwned = 3">bold</b>

[run](javascript:window.pwned=4) [data](data:text/html,<script>window.pwned=5</script>) [settings](/profile/settings)

![pixel](https://tracker.example/pixel.png?who=ann) ![inline](data:image/svg+xml,<svg onload="window.pwned=6">)

[https://bank.example](https://evil.example/login) [www.bank.example@](https://bank.example@evil.example)

$\\href{javascript:window.pwned=7}{x}$ $\\includegraphics{https://tracker.example/b.png}$

\`\`\`html"><script>window.pwned = 8</script>
<script>window.pwned = 9</script>
\`\`\`

the end of it`

/** Samples of answers; those with notes or definitions, which answers in one would share, are answers of their own. */
const answers = readAnswers()
const hasOwn = ({ text }: { text: string }) => /\]:|\[\^/.test(text)
const samples = answers.filter((sample) => !hasOwn(sample))
const ownSamples = new Map(answers.filter(hasOwn).map((sample) => [`sample ${sample.name}`, sample]))
const divider = '\n\n---\n\n'

/** An answer that takes about four seconds. */
const long = Array.from({ length: 300 }, (_, index) => `P${index} is a line.\n\n`)
/** An answer that outlasts the test. */
const endless = Array.from({ length: 6_000 }, (_, index) => `w${index} `)

/** A server with a fake language model connected. */
async function openDesk() {
  const models = await openOpenaiServer({
    pauseMs: 12,
    pieces(_model, said) {
      if (said === 'rainbow') return answer.split(/(?<=[ \n])/)
      if (said === 'hostile') return hostile.split(/(?<=[ \n])/)
      const own = ownSamples.get(said)
      if (own) return [own.text]
      if (said === 'samples') return [samples.map(({ text }) => text).join(divider)]
      if (said === 'long') return long
      if (said === 'endless') return endless
      return [`You said: `, said]
    },
  })
  const env = { OPENAI_COMPATIBLE: `desk=${models.url}`, OPENAI_COMPATIBLE_PRICE: '0.001/0.001', OLLAMA_URL: 'off', LOG_LEVEL: 'warn' }
  const server = await startServer({ built: true, env })
  return {
    url: server.url,
    dataDir: server.dataDir,
    /** Returns the messages of the last request to the model, without the system prompt. */
    asked() {
      const body = v.parse(
        v.object({ messages: v.array(v.object({ role: v.string(), content: v.string() })) }),
        models.asked().at(-1)?.body,
      )
      return body.messages.filter(({ role }) => role !== 'system').map(({ content }) => content)
    },
    async close() {
      await server[Symbol.asyncDispose]()
      await models[Symbol.asyncDispose]()
    },
  }
}
type Desk = Awaited<ReturnType<typeof openDesk>>

const test = withDesk(openDesk)

const labels = {
  en: {
    message: 'Your message',
    send: 'Send',
    stop: 'Stop answer',
    continue: 'Continue',
    again: 'Another answer',
    edit: 'Edit the prompt',
    before: 'Previous version',
    next: 'Next version',
    version: (at: number, of: number) => `Version ${at} of ${of}`,
    copy: 'Copy the answer',
    asMarkdown: 'Copy as Markdown',
    asText: 'Copy as plain text',
    conversations: 'Conversations',
    create: 'New conversation',
    find: 'Search conversations',
    rename: 'Rename',
    name: 'Conversation name',
    save: 'Save',
    delete: 'Delete',
    undo: 'Undo',
    toEnd: 'Scroll to the end',
    tools: 'Text tools',
    actions: /^Actions for/,
    paidSoFar: /You paid 0\.\d+ tokens for the text written so far\./,
    needsModel: 'This model doesn’t answer questions or write from scratch.',
    count: /\d+ words? · 1 min to read/,
    question: 'How do rainbows come about?',
    generate: controls.en.generate,
    done: 'Done:',
  },
  ru: {
    message: 'Ваше сообщение',
    send: 'Отправить',
    stop: 'Остановить ответ',
    continue: 'Продолжить',
    again: 'Другой ответ',
    edit: 'Изменить запрос',
    before: 'Предыдущий вариант',
    next: 'Следующий вариант',
    version: (at: number, of: number) => `Вариант ${at} из ${of}`,
    copy: 'Скопировать ответ',
    asMarkdown: 'Скопировать как Markdown',
    asText: 'Скопировать как простой текст',
    conversations: 'Чаты',
    create: 'Новый чат',
    find: 'Поиск по чатам',
    rename: 'Переименовать',
    name: 'Название чата',
    save: 'Сохранить',
    delete: 'Удалить',
    undo: 'Отменить',
    toEnd: 'К концу',
    tools: 'Инструменты для текста',
    actions: /^Действия с чатом/,
    paidSoFar: /За написанный текст списано: 0,\d+ токена\./,
    needsModel: 'Эта модель не отвечает на вопросы и не пишет с нуля.',
    count: /\d+ слов\S* · 1 мин чтения/,
    question: 'Откуда берётся радуга?',
    generate: controls.ru.generate,
    done: 'Сделано:',
  },
} as const

const turns = (page: Page) => page.locator('[data-turn]')
const ended = (turn: Locator) => expect(turn).toHaveAttribute('data-status', /succeeded|canceled|failed/)

async function open(page: Page, desk: Desk, locale: 'en' | 'ru' = 'en') {
  await confirmEmail(desk, { email: await haveAccount(page), password })
  await openHydrated(page, '/dashboard/text')
  await expect(page.getByRole('textbox', { name: labels[locale].message })).toBeVisible()
}

/** Sends a message and waits until the answer is complete. */
async function say(page: Page, prompt: string, locale: 'en' | 'ru' = 'en') {
  const field = page.getByRole('textbox', { name: labels[locale].message })
  await field.fill(prompt)
  await field.press('Enter')
  const turn = page.getByRole('article', { name: prompt, exact: true }).last()
  await ended(turn)
  return turn
}

/** Returns what a person sees of an answer and its notes, with the marks of its structure. */
const shownBy = (turn: Locator) => turn.locator('.markdown').first().locator('xpath=../..').evaluate(shownIn)

inEachLanguage((locale) => {
  const w = labels[locale]

  test('a conversation is held, found again and continued, and axe finds nothing in it', async ({ page, context, desk }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(page, desk, locale)
    const first = await say(page, 'rainbow', locale)
    // The conversation now has its own URL, and the field still has the focus.
    await expect(page.getByRole('textbox', { name: w.message })).toBeFocused()
    await expect(first.getByRole('heading', { name: 'Rainbows' })).toBeVisible()
    await expect(first.getByRole('table')).toContainText('42.4°')
    await seen(first.getByRole('img', { name: w.done }))
    await expect(first.locator('.katex').first()).toBeVisible()
    await expect(first.locator('pre span[style*="--code-token-keyword"]').first()).toHaveText('def')
    await expect(first).toContainText(w.count)
    const link = first.getByRole('link', { name: 'the page' })
    await expect(link).toHaveAttribute('rel', /noopener/)
    await expect(link).toContainText('(example.com)')
    await expectNoBarriers(page, 'a conversation', { within: 'main' })

    await first.getByRole('button', { name: w.copy }).click()
    await page.getByRole('menuitem', { name: w.asMarkdown }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(answer)
    await first.getByRole('button', { name: w.copy }).click()
    await page.getByRole('menuitem', { name: w.asText }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('Colour\tAngle')

    await expect(page).toHaveURL(/thread=/)
    await say(page, 'and then?', locale)
    expect(desk.asked()).toEqual(['rainbow', answer, 'and then?'])

    await page.reload()
    await expect(turns(page)).toHaveCount(2)
    const twin = await context.newPage()
    await twin.goto(page.url())
    await expect(turns(twin).last()).toContainText('You said: and then?')
    await twin.close()

    await page.getByRole('button', { name: w.create }).first().click()
    await expect(turns(page)).toHaveCount(0)
    await say(page, 'another matter', locale)
    expect(desk.asked()).toEqual(['another matter'])
    const list = page.getByRole('navigation', { name: w.conversations })
    await expect(list.getByRole('link')).toHaveCount(2)
    await expect(list.locator('[aria-current=page]')).toHaveText(/another matter/)
    await page.goBack()
    await page.goBack()
    await expect(turns(page)).toHaveCount(2)
  })

  test('a message is edited and sent again, and each version stays', { tag: '@full' }, async ({ page, desk }) => {
    await open(page, desk, locale)
    await say(page, 'one', locale)
    const second = await say(page, 'two', locale)
    await second.getByRole('button', { name: w.edit }).click()
    const editor = page.getByRole('form', { name: w.edit })
    await editor.getByRole('textbox').fill('two, better')
    await editor.getByRole('button', { name: w.send }).click()
    const better = page.getByRole('article', { name: 'two, better' })
    await ended(better)
    expect(desk.asked()).toEqual(['one', 'You said: one', 'two, better'])
    await expect(better.getByRole('group', { name: w.version(2, 2) })).toBeVisible()

    await better.getByRole('button', { name: w.before }).click()
    await expect(page.getByRole('article', { name: 'two', exact: true })).toBeVisible()
    await expect(page).toHaveURL(/turn=/)
    await page.reload()
    await expect(page.getByRole('article', { name: 'two', exact: true })).toBeVisible()
    await untilHydrated(page)
    await page.getByRole('button', { name: w.next }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(better).toBeVisible()
    await expect(page.getByRole('button', { name: w.next })).toBeFocused()

    await better.getByRole('button', { name: w.again }).click()
    await expect(page.getByRole('group', { name: w.version(3, 3) })).toBeVisible()
    await ended(turns(page).last())
    await say(page, 'three', locale)
    expect(desk.asked()).toEqual(['one', 'You said: one', 'two, better', 'You said: two, better', 'three'])
  })

  test('a stopped answer keeps its text, is charged for it, and can be continued', { tag: '@full' }, async ({ page, desk }) => {
    await open(page, desk, locale)
    const field = page.getByRole('textbox', { name: w.message })
    await field.fill('endless')
    await field.press('Enter')
    const turn = turns(page).first()
    await expect(turn).toContainText('w9 ')
    await page.getByRole('button', { name: w.stop }).click()
    await expect(turn).toHaveAttribute('data-status', 'canceled')
    await expect(turn).toContainText('w9 ')
    await expect(turn).toContainText(w.paidSoFar)
    await expect(page.getByRole('banner')).toContainText('99')
    await turn.getByRole('button', { name: w.continue }).click()
    await expect(turns(page)).toHaveCount(2)
    await ended(turns(page).last())
    const [prompt, kept = ''] = desk.asked()
    expect(prompt).toBe('endless')
    expect(kept).toContain('w9 ')
    expect(endless.join('').startsWith(kept)).toBe(true)
  })

  test('conversations are renamed, searched, deleted and restored', { tag: '@full' }, async ({ page, desk }) => {
    await open(page, desk, locale)
    await say(page, 'boats', locale)
    await page.getByRole('button', { name: w.create }).first().click()
    await say(page, 'harbours', locale)
    const list = page.getByRole('navigation', { name: w.conversations })
    const boats = list.getByRole('listitem').filter({ hasText: 'boats' })
    await boats.hover()
    await boats.getByRole('button', { name: w.actions }).click()
    await page.getByRole('menuitem', { name: w.rename }).click()
    await page.getByRole('textbox', { name: w.name }).fill('Sailing')
    await page.getByRole('button', { name: w.save }).click()
    await expect(list.getByRole('link', { name: 'Sailing' })).toBeVisible()
    await page.getByRole('searchbox', { name: w.find }).fill('sail')
    await expect(list.getByRole('link')).toHaveCount(1)
    await page.getByRole('searchbox', { name: w.find }).fill('')
    await expect(list.getByRole('link')).toHaveCount(2)

    const harbours = list.getByRole('listitem').filter({ hasText: 'harbours' })
    await harbours.hover()
    await harbours.getByRole('button', { name: w.actions }).click()
    await page.getByRole('menuitem', { name: w.delete }).click()
    await expect(list.getByRole('link')).toHaveCount(1)
    await expect(turns(page)).toHaveCount(0)
    await page.getByRole('button', { name: w.undo }).click()
    await expect(list.getByRole('link')).toHaveCount(2)
  })

  test('an open question to a text tool is named before the run, which cannot be started', { tag: '@full' }, async ({ page, desk }) => {
    await open(page, desk, locale)
    await page.getByRole('radio', { name: w.tools }).click()
    await page.getByRole('textbox').first().fill(w.question)
    await expect(page.getByText(w.needsModel)).toBeVisible()
    await expect(page.getByRole('button', { name: w.generate })).toBeDisabled()
    await expect(page.getByRole('banner')).toContainText('100')
  })
})

test('a shared answer is readable before any script runs, and the app takes it over unseen', async ({ page, desk, browser }) => {
  const ann = await signUp(desk.url)
  await confirmEmail(desk, ann)
  const { id } = await ann.submit({ model: 'desk/llama', prompt: 'rainbow', options: {}, inputs: [] })
  await ann.until(id, ['succeeded'])
  const made = await fetch(`${desk.url}/api/v1/generations/${id}/share`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ann.tokens.token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  const { token } = v.parse(v.object({ token: v.string() }), await made.json())
  const url = `${desk.url}/shared/${token}`

  await using context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(url)
  await seen(plain.getByRole('heading', { name: 'Rainbows' }))
  await expect(plain.getByRole('cell', { name: '42.4°' })).toHaveCSS('text-align', 'right')
  await expect(plain.locator('strong')).toHaveText('bent')
  await expect(plain.getByRole('article').locator('pre')).toContainText('return n')
  await expect(plain.getByRole('article')).not.toContainText(/\*\*|`|\| ---|\]\(/)
  await expect(plain.getByRole('button', { name: 'Copy' })).toBeHidden()

  // Each frame of the page shows the table, from the first one on.
  await page.addInitScript(() => {
    const tables = new Set<number>()
    Object.assign(window, { tables })
    const look = () => {
      if (document.querySelector('article')) tables.add(document.querySelectorAll('article table').length)
      requestAnimationFrame(look)
    }
    look()
  })
  await page.goto(url)
  await seen(page.locator('.katex').first())
  expect(await page.evaluate(() => 'tables' in window && window.tables instanceof Set && [...window.tables])).toEqual([1])
})

test('a hostile answer stays text: nothing runs, nothing is loaded, and links show their host', async ({ page, desk }) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(desk.url) && !/^(?:data|blob):/.test(request.url())) elsewhere.push(request.url())
  })
  await open(page, desk)
  const turn = await say(page, 'hostile')
  await expect(turn).toContainText('the end of it')
  // The Markdown renderer is lazy-loaded.
  await expect(turn.getByRole('link')).toHaveCount(4)
  await expect(turn).toContainText('<script>window.pwned = 1</script>')
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
  for (const forbidden of [
    'script',
    'iframe',
    'img',
    'object',
    'form',
    '[onclick]',
    '[onerror]',
    '[href^="javascript:" i]',
    '[href^="data:" i]',
  ])
    await expect(turn.locator(forbidden), forbidden).toHaveCount(0)
  const hosts = await turn.getByRole('link').evaluateAll((links) => links.map((link) => new URL(link.getAttribute('href') ?? '').host))
  expect(hosts).toEqual(['tracker.example', 'tracker.example', 'evil.example', 'evil.example'])
  await expect(turn.getByRole('link', { name: 'https://bank.example' })).toContainText('(evil.example)')
  await expect(turn.getByRole('link', { name: 'Image from tracker.example' })).toHaveAttribute('rel', /noopener noreferrer/)
  expect(elsewhere).toEqual([])

  // Every other answer is shown as it was meant.
  const others = await say(page, 'samples')
  await expect(others.locator('.katex').last()).toBeAttached()
  await expect.poll(() => shownBy(others)).toBe(samples.map((sample) => sample.shown).join('\n---\n'))
})

test('answers with notes and definitions are shown as they were meant', { tag: '@full' }, async ({ page, desk }) => {
  test.slow()
  await open(page, desk)
  for (const [prompt, sample] of ownSamples) {
    const turn = await say(page, prompt)
    await expect.poll(() => shownBy(turn), sample.name).toBe(sample.shown)
  }
})

test('the page follows the end of an answer, and stays where the reader scrolls to', async ({ page, desk }) => {
  await open(page, desk)
  await page.getByRole('textbox', { name: 'Your message' }).fill('long')
  await page.keyboard.press('Enter')
  const turn = turns(page).first()
  const fromEnd = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY)
  // Until the code for Markdown is there, the lines are plain.
  await expect(turn.locator('.markdown p').first()).toBeVisible()
  await expect(turn).toContainText('P30 ')
  await expect.poll(fromEnd).toBeLessThan(60)

  await page.mouse.move(600, 400)
  await page.mouse.wheel(0, -400)
  await seen(page.getByRole('button', { name: 'Scroll to the end' }))
  await untilStill(page)
  const top = () => page.evaluate(() => window.scrollY)
  const place = await top()
  await expect(turn).toContainText('P150 ')
  expect(await top()).toBe(place)

  await page.getByRole('button', { name: 'Scroll to the end' }).click()
  await expect.poll(fromEnd).toBeLessThan(60)
  await expect(turn).toContainText('P299 ')
  await ended(turn)
  await expect.poll(fromEnd).toBeLessThan(60)
})

test(
  'an answer is announced once, when it is complete, and its headings stay below those of the page',
  { tag: '@full' },
  async ({ page, desk }) => {
    await open(page, desk)
    const turn = await say(page, 'rainbow')
    await expect(page.getByRole('status').filter({ hasText: 'Answer: Rainbows' })).toHaveCount(1)
    await expect(turn.locator('[aria-live]').filter({ hasText: 'Light is' })).toHaveCount(0)
    const levels = await page
      .getByRole('main')
      .getByRole('heading')
      .evaluateAll((all) => all.map((one) => Number(one.tagName.slice(1))))
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    expect(levels.every((level, index) => index === 0 || level <= (levels[index - 1] ?? 0) + 1)).toBe(true)
  },
)

for (const [locale, names] of [
  ['en', { open: 'Open the conversation', actions: /^Actions:/, sheet: 'Keyboard shortcuts', place: 'In the conversation' }],
  ['ru', { open: 'Открыть чат', actions: /^Действия:/, sheet: 'Горячие клавиши', place: 'В чате' }],
] as const) {
  test.describe(`from the library (${locale})`, { tag: locale === 'en' ? [] : '@full' }, () => {
    test.use({ locale: browserLocale[locale] })

    test('a text in the library links to its conversation, from its menu and from the viewer', { tag: '@full' }, async ({ page, desk }) => {
      await open(page, desk, locale)
      await say(page, 'the first question', locale)
      await say(page, 'the second question', locale)
      const thread = new URL(page.url()).searchParams.get('thread')
      const isThere = async () => {
        await expect(turns(page)).toHaveCount(2)
        expect(new URL(page.url()).searchParams.get('thread')).toBe(thread)
      }

      await openHydrated(page, '/dashboard')
      const tile = page.getByRole('listitem').filter({ hasText: 'the second question' })
      await tile.hover()
      await tile.getByRole('button', { name: names.actions }).click()
      await page.getByRole('menuitem', { name: names.open }).click()
      await isThere()

      await openHydrated(page, '/dashboard')
      await page.getByRole('listitem').filter({ hasText: 'the first question' }).getByRole('link').click()
      await page.getByRole('dialog').getByRole('link', { name: names.open }).click()
      await isThere()
    })

    test('the keys of a conversation are in the sheet of shortcuts, and work', { tag: '@full' }, async ({ page, desk }) => {
      await open(page, desk, locale)
      await say(page, 'a question', locale)
      await page
        .getByRole('article')
        .first()
        .click({ position: { x: 2, y: 2 } })
      await page.keyboard.press('?')
      const sheet = page.getByRole('dialog', { name: names.sheet })
      await expect(sheet.getByRole('region', { name: names.place })).toContainText(labels[locale].create)
      await page.keyboard.press('Escape')
      await page.keyboard.press('ControlOrMeta+Shift+O')
      await expect(turns(page)).toHaveCount(0)
      await expect(page.getByRole('textbox', { name: labels[locale].message })).toBeFocused()
    })
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the list of conversations is a drawer on a phone, and wide content scrolls by itself', { tag: '@full' }, async ({ page, desk }) => {
    await open(page, desk)
    await page.getByRole('textbox', { name: 'Your message' }).fill('rainbow')
    await page.getByRole('button', { name: /^Send/ }).click()
    const turn = turns(page).first()
    await ended(turn)
    await expect(turn.getByRole('table')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByRole('button', { name: 'New conversation' }).click()
    await expect(turns(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Conversations' }).click()
    await page.getByRole('dialog', { name: 'Conversations' }).getByRole('link', { name: 'rainbow' }).click()
    await expect(turns(page)).toHaveCount(1)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
