import { beforeEach, describe, expect, test } from 'vitest'
import { earlyPressScript, liveEvent } from './early-press-script.ts'

/** As much of a button as the script touches. */
class FakeButton {
  isConnected = true
  presses = 0
  readonly type: 'button' | 'submit'
  constructor(type: 'button' | 'submit' = 'button') {
    this.type = type
  }
  closest = (selector: string) => (selector === `button[type="${this.type}"]` ? this : null)
  click() {
    this.presses += 1
  }
}

type Press = { target: FakeButton; isTrusted: boolean; ctrlKey: boolean; metaKey: boolean; stopImmediatePropagation: () => void }

let now: number
let onClick: ((press: Press) => void) | null
let reached: FakeButton[]
let live: EventTarget

beforeEach(() => {
  now = 1_000
  onClick = null
  reached = []
  live = new EventTarget()
  const browser = {
    document: live,
    performance: { now: () => now },
    addEventListener: (_type: string, listener: (press: Press) => void) => (onClick = listener),
    removeEventListener: () => (onClick = null),
  }
  new Function(...Object.keys(browser), earlyPressScript())(...Object.values(browser))
})

function press(target: FakeButton, keys: Partial<Press> = {}) {
  let stopped = false
  onClick?.({ target, isTrusted: true, ctrlKey: false, metaKey: false, stopImmediatePropagation: () => (stopped = true), ...keys })
  if (!stopped) reached.push(target)
}
const becomeLive = () => live.dispatchEvent(new Event(liveEvent))

describe('a press before the page lives', () => {
  test('is carried out once, when it does', () => {
    const button = new FakeButton()
    press(button)
    expect(reached).toEqual([])
    becomeLive()
    becomeLive()
    expect(button.presses).toBe(1)
  })

  test('gives way to the next one', () => {
    const [first, second] = [new FakeButton(), new FakeButton()]
    press(first)
    press(second)
    becomeLive()
    expect([first.presses, second.presses]).toEqual([0, 1])
  })

  test('is forgotten after ten seconds', () => {
    const button = new FakeButton()
    press(button)
    now += 10_001
    becomeLive()
    expect(button.presses).toBe(0)
  })

  test('is forgotten with its button', () => {
    const button = new FakeButton()
    press(button)
    button.isConnected = false
    becomeLive()
    expect(button.presses).toBe(0)
  })

  test('of what submits a form is left to the browser', () => {
    const submit = new FakeButton('submit')
    press(submit)
    expect(reached).toEqual([submit])
  })
})

test('a press on a page that lives is not held back', () => {
  const button = new FakeButton()
  becomeLive()
  press(button)
  expect(reached).toEqual([button])
})
