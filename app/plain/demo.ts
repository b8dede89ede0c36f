import type { Demo } from '#app/contract/runs/demo.ts'
import type { ErrorBody } from '#app/contract/base/errors.ts'
import { handOverSearch } from '#app/contract/account/hand-over.ts'
import type { DemoTexts } from '#app/features/home/demo-texts.ts'
import * as config from '#config'
import { all, first, need } from './dom.ts'

type Failure = { message: string; mayTryAgain: boolean }

/** Draws a visitor's image behind the words of the hero, reports what is missing in it, and links to sign-up with the prompt. */
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
  const place = need('[data-demo-place]')
  const examples = all<HTMLButtonElement>('button', place)

  const { content } = template
  const image = need<HTMLImageElement>('img', content)
  const result = need('[data-answer]', content)
  const busy = need('[data-busy]', result)
  const status = need('[role="status"]', result)
  const alert = need('[role="alert"]', result)
  const ideas = need('[role="group"]', result)
  const ways = need('[data-ways]', result)
  const goOn = need<HTMLAnchorElement>('a', ways)
  const again = need('button', ways)

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
    if (!result.isConnected) place.replaceChildren(result)
    setBusy(true)
    status.textContent = texts.drawing
    alert.textContent = ''
    ideas.replaceChildren()
    // The keyboard of a phone would cover the image.
    if (innerWidth < innerHeight) field.blur()

    const answer = await ask(prompt, texts)
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
    const { advice } = answer
    status.append(part('[data-quoted]', texts.quoted, { prompt: answer.prompt }))
    if (advice?.kind === 'not_drawn') {
      const { words, instead } = advice
      status.append(part('[data-warning]', instead ? texts.instead : texts.missing, { missing: words.join(', '), instead: instead ?? '' }))
    }
    for (const suggestion of advice?.suggestions ?? []) {
      const idea = part('[data-idea]', '{prompt}', { prompt: suggestion.prompt })
      idea.addEventListener('click', () => draw(suggestion.prompt))
      ideas.append(idea)
    }
    image.src = answer.image.url
    image.width = answer.image.width
    image.height = answer.image.height
    image.alt = advice ? texts.drawn : prompt
    need('[data-demo-picture]').append(image)
  }

  function setBusy(isBusy: boolean) {
    result.ariaBusy = String(isBusy)
    busy.hidden = !isBusy
    ways.hidden = isBusy
  }

  function part(selector: string, text: string, values: Record<string, string> = {}): Node {
    const copy = need(selector, content).cloneNode()
    copy.textContent = text.replace(/{(\w+)}/g, (all, name: string) => values[name] ?? all)
    return copy
  }

  form.addEventListener('submit', (event) => {
    // Other kinds, and prompts that are too long for a trial, are for people with an account (`prompt.ts`).
    const isTrial = form.dataset.kind === 'image' && field.value.length <= Number(form.dataset.demo)
    if (!isTrial) return
    event.preventDefault()
    draw(field.value)
  })
  field.addEventListener('input', () => setEmpty(false))
  again.addEventListener('click', () => void show(asked))
  for (const example of examples) {
    example.disabled = false
    example.addEventListener('click', () => draw(example.textContent))
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
      body: JSON.stringify({ prompt, aspect: innerWidth < innerHeight ? '9:16' : '16:9' }),
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
