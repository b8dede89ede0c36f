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
  closest = (selector: string) => (selector.split(',').includes(`button[type="${this.type}"]`) ? this : null)
  click() {
    this.presses += 1
  }
}

/** As much of a radio as the script touches: pressed, it is checked, and tells of it only where it was not. */
class FakeRadio {
  isConnected = true
  checked = false
  changes = 0
  closest = (selector: string) => (selector.split(',').includes('input[type="radio"]') ? this : null)
  click() {
    if (!this.checked) this.changes += 1
    this.checked = true
  }
}

type Press = {
  target: FakeButton | FakeRadio
  isTrusted: boolean
  ctrlKey: boolean
  metaKey: boolean
  stopImmediatePropagation: () => void
}

let now: number
let onClick: ((press: Press) => void) | null
let reached: (FakeButton | FakeRadio)[]
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

function press(target: FakeButton | FakeRadio, keys: Partial<Press> = {}) {
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

  test('of a choice shows at once, and is told of when it does', () => {
    const radio = new FakeRadio()
    press(radio)
    // As the browser does by itself.
    radio.checked = true
    becomeLive()
    expect([radio.checked, radio.changes]).toEqual([true, 1])
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
