import type { Demo } from '#app/contract/runs/demo.ts'
import type { ErrorBody } from '#app/contract/base/errors.ts'
import { handOverSearch } from '#app/contract/account/hand-over.ts'
import type { DemoTexts } from '#app/features/home/demo-texts.ts'
import * as config from '#config'
import { all, first, need } from './dom.ts'
import { sendOnEnter } from './fields.ts'

type Failure = { message: string; mayTryAgain: boolean }

/** Draws a visitor's image, reports what is missing in it, and links to sign-up with the prompt. */
// oxlint-disable-next-line max-lines-per-function -- Its functions share the state of one form.
export function keepDemo(): void {
  const template = first<HTMLTemplateElement>('template[data-demo-result]')
  if (!template) return
  const given = JSON.parse(template.dataset.demoResult ?? '')
  if (!isOf<DemoTexts>(given, 'drawing')) return
  const texts = given
  const form = need<HTMLFormElement>('form[data-demo]')
  const field = need<HTMLTextAreaElement>('textarea', form)
  const problem = need('[role="alert"]', form)
  const buttons = all<HTMLButtonElement>('button', form)

  const { content } = template
  const result = need('figure', content)
  const image = need<HTMLImageElement>('img', result)
  const busy = need('[data-busy]', result)
  const status = need('[role="status"]', result)
  const alert = need('[role="alert"]', result)
  const ideas = need('[role="group"]', result)
  const ways = need('[data-ways]', result)
  const goOn = need<HTMLAnchorElement>('a', ways)
  const again = need('button', ways)

  const drawn = new Map<string, Demo>()
  let asked = ''

  function setEmpty(isEmpty: boolean) {
    problem.textContent = isEmpty ? (problem.dataset.empty ?? '') : ''
    field.ariaInvalid = isEmpty ? 'true' : null
  }

  function draw(prompt: string) {
    if (field.value !== prompt) field.value = prompt
    setEmpty(!prompt.trim())
    if (!prompt.trim()) return field.focus()
    void show(prompt.trim())
  }

  async function show(prompt: string) {
    asked = prompt
    const place = need('[data-demo-place]')
    if (!result.isConnected) need('figure', place).replaceWith(result)
    setBusy(true)
    image.remove()
    status.textContent = texts.drawing
    alert.textContent = ''
    ideas.replaceChildren()
    // On a phone the image is below the keyboard and the examples.
    place.scrollIntoView({ block: 'nearest' })

    const answer = drawn.get(prompt) ?? (await ask(prompt, texts))
    // A later prompt has replaced it.
    if (asked !== prompt) return
    setBusy(false)
    status.textContent = ''
    goOn.search = handOverSearch({ kind: 'image', prompt, signUp: goOn.search.includes('mode=') })
    again.hidden = true
    if ('message' in answer) {
      again.hidden = !answer.mayTryAgain
      alert.append(part('[data-failure]', answer.message))
      return
    }
    drawn.set(prompt, answer)
    const { advice } = answer
    status.append(
      part(
        '[data-quoted]',
        texts.quoted.replace('{prompt}', () => answer.prompt),
      ),
    )
    if (advice?.kind === 'not_drawn') {
      const { words, instead } = advice
      const text = (instead ? texts.instead : texts.missing).replace('{missing}', () => words.join(', '))
      status.append(
        part(
          '[data-warning]',
          text.replace('{instead}', () => instead ?? ''),
        ),
      )
    }
    for (const suggestion of advice?.suggestions ?? []) {
      const idea = need('[role="group"] button', form).cloneNode()
      idea.textContent = suggestion.prompt
      idea.addEventListener('click', () => draw(suggestion.prompt))
      ideas.append(idea)
    }
    image.src = answer.image.url
    image.width = answer.image.width
    image.height = answer.image.height
    image.alt = advice ? texts.drawn : prompt
    busy.before(image)
  }

  function setBusy(isBusy: boolean) {
    result.ariaBusy = isBusy ? 'true' : null
    busy.hidden = !isBusy
    ways.hidden = isBusy
  }

  function part(selector: string, text: string): Node {
    const copy = need(selector, content).cloneNode()
    copy.textContent = text
    return copy
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    draw(field.value)
  })
  field.addEventListener('input', () => setEmpty(false))
  sendOnEnter(field)
  again.addEventListener('click', () => void show(asked))
  for (const button of buttons) {
    button.disabled = false
    if (button.type === 'button') button.addEventListener('click', () => draw(button.textContent))
  }
}

/**
 * Whether this JSON is of our own build and API, by one of its fields: a proxy answers with a page. The schemas are not used, because they
 * are larger than all plain scripts.
 */
const isOf = <T extends object>(value: unknown, field: keyof T): value is T => value instanceof Object && field in value

async function ask(prompt: string, texts: DemoTexts): Promise<Demo | Failure> {
  try {
    const response = await fetch(`${config.api.basePath}/v1/demo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': document.documentElement.lang },
      body: JSON.stringify({ prompt }),
    })
    const { ok, status } = response
    const body = await response.json().catch(() => undefined)
    if (ok) return isOf<Demo>(body, 'image') ? body : { message: texts.unreadable, mayTryAgain: true }
    const { detail, fields }: Partial<ErrorBody> = isOf<ErrorBody>(body, 'detail') ? body : {}
    const message = fields?.prompt?.detail || detail || (status < 500 ? texts.refused : status > 501 ? texts.offline : texts.failed)
    return { message, mayTryAgain: status !== 422 }
  } catch {
    return { message: texts.offline, mayTryAgain: true }
  }
}
