import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { keepDemo } from './demo.ts'

const texts = {
  drawing: 'drawing',
  quoted: '{prompt}',
  missing: '',
  instead: '',
  drawn: '',
  offline: 'offline',
  refused: 'refused',
  failed: 'failed',
  unreadable: 'unreadable',
}

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

test.each<[string, () => Promise<Response>, string]>([
  ['a page of a proxy in place of the image', () => Promise.resolve(new Response('<html>')), 'unreadable'],
  ['no answer', () => Promise.reject(new TypeError('failed to fetch')), 'offline'],
  ['a page of a proxy that cannot reach the server', () => Promise.resolve(new Response('<html>', { status: 502 })), 'offline'],
  ['a refusal without a text', () => Promise.resolve(new Response('<html>', { status: 400 })), 'refused'],
  ['a failure without a text', () => Promise.resolve(new Response('<html>', { status: 500 })), 'failed'],
])('the trial names the cause of %s', async (_what, answer, words) => {
  document.body.innerHTML = `
    <form data-demo="200" data-kind="image"><textarea></textarea><p role="alert"></p><button>draw</button></form>
    <div data-demo-picture></div>
    <div data-demo-place></div>
    <template data-demo-result='${JSON.stringify(texts)}'>
      <img>
      <div data-answer>
        <i data-busy></i><p role="status"></p><p role="alert" data-testid="outcome"></p><div role="group"></div><p data-ways><a href="/signin"></a><button>again</button></p>
      </div>
      <button data-idea></button><p data-quoted></p><p data-warning></p><p data-failure></p>
    </template>`
  vi.stubGlobal('fetch', answer)
  keepDemo()
  const person = userEvent.setup()
  await person.type(screen.getByRole('textbox'), 'a lake')
  await person.click(screen.getByRole('button', { name: 'draw' }))
  expect(await screen.findByText(words)).toBe(screen.getByTestId('outcome').firstElementChild)
})
