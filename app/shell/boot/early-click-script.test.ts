import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { earlyClickScript, hydratedEvent, submittedEarly, unhydratedForm } from './early-click-script.ts'

/** The parts of a form that the script uses. */
class FakeForm {
  readonly attributes: Set<string>
  constructor(...attributes: string[]) {
    this.attributes = new Set(attributes)
  }
  hasAttribute = (name: string) => this.attributes.has(name)
  setAttribute = (name: string) => this.attributes.add(name)
}

/** The parts of a button that the script uses. */
class FakeButton {
  isConnected = true
  disabled = false
  presses = 0
  /** If false, React stops clicks before they reach the button. */
  works = true
  readonly #listeners = new Set<() => void>()
  addEventListener = (_type: string, listener: () => void) => void this.#listeners.add(listener)
  removeEventListener = (_type: string, listener: () => void) => void this.#listeners.delete(listener)
  reach() {
    for (const listener of this.#listeners) listener()
  }
  readonly type: 'button' | 'submit'
  constructor(type: 'button' | 'submit' = 'button') {
    this.type = type
  }
  closest = (selector: string) => (selector === `button[type="${this.type}"]` ? this : null)
  click() {
    if (!this.works) return
    this.presses += 1
    this.reach()
  }
  /** Imitates React before it commits the part. */
  render() {
    Object.assign(this, { __reactProps$1: {} })
  }
  hydrate() {
    this.render()
    this.works = true
  }
}

type Press = Record<'isTrusted' | 'ctrlKey' | 'metaKey' | 'defaultPrevented', boolean> & {
  target: FakeButton
  stopImmediatePropagation: () => void
}

let now: number
let onClick: ((press: Press) => void) | null
let onSubmit: (submit: Record<'preventDefault' | 'stopImmediatePropagation', () => void> & { target: FakeForm }) => void
let reached: FakeButton[]
let live: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  now = 1_000
  onClick = null
  reached = []
  live = new EventTarget()
  const browser = {
    document: live,
    performance: { now: () => now },
    addEventListener(type: string, listener: typeof onClick & typeof onSubmit) {
      if (type === 'submit') onSubmit = listener
      else onClick = listener
    },
    removeEventListener: () => (onClick = null),
  }
  new Function(...Object.keys(browser), earlyClickScript())(...Object.values(browser))
})

function press(target: FakeButton, keys: Partial<Press> = {}) {
  let stopped = false
  const plain = { isTrusted: true, ctrlKey: false, metaKey: false, defaultPrevented: false }
  onClick?.({ target, ...plain, stopImmediatePropagation: () => (stopped = true), ...keys })
  if (stopped) return
  reached.push(target)
  if (target.works) target.reach()
}
const becomeLive = () => live.dispatchEvent(new Event(hydratedEvent))

describe('a click before hydration', () => {
  test('a click before hydration is carried out once, at hydration', () => {
    const button = new FakeButton()
    press(button)
    expect(reached).toEqual([])
    button.hydrate()
    becomeLive()
    becomeLive()
    expect(button.presses).toBe(1)
  })

  test('a click before hydration gives way to the next one', () => {
    const [first, second] = [new FakeButton(), new FakeButton()]
    press(first)
    press(second)
    for (const button of [first, second]) button.hydrate()
    becomeLive()
    expect([first.presses, second.presses]).toEqual([0, 1])
  })

  test('a click before hydration is forgotten after ten seconds', () => {
    const button = new FakeButton()
    press(button)
    now += 10_001
    button.hydrate()
    becomeLive()
    expect(button.presses).toBe(0)
  })

  test('a click before hydration is forgotten with its button', () => {
    const button = new FakeButton()
    press(button)
    button.isConnected = false
    button.hydrate()
    becomeLive()
    expect(button.presses).toBe(0)
  })

  test('a click before hydration on a submit button is left to the browser', () => {
    const submit = new FakeButton('submit')
    press(submit)
    expect(reached).toEqual([submit])
  })
})

test.each([
  { form: 'that React does not handle yet is held back and marked', attributes: [unhydratedForm], isHeld: true },
  { form: 'that React handles, or that works without a script, is left alone', attributes: [], isHeld: false },
])('a submit of a form $form', ({ attributes, isHeld }) => {
  const form = new FakeForm(...attributes)
  const held: string[] = []
  onSubmit({ target: form, preventDefault: () => held.push('browser'), stopImmediatePropagation: () => held.push('React') })
  expect(held).toEqual(isHeld ? ['browser', 'React'] : [])
  expect(form.hasAttribute(submittedEarly)).toBe(isHeld)
})

test('a click on a hydrated page is not held back', () => {
  const button = new FakeButton()
  becomeLive()
  press(button)
  expect(reached).toEqual([button])
})

describe('a click on a part that is hydrated after its page', () => {
  const wait = (millis: number) => {
    now += millis
    vi.advanceTimersByTime(millis)
  }
  function lateButton() {
    const button = new FakeButton()
    button.works = false
    return button
  }

  test('a click on a part that is hydrated after its page reaches the page at once, and is repeated when the button has its handlers', () => {
    const button = lateButton()
    becomeLive()
    press(button)
    press(button)
    expect(reached).toEqual([button, button])
    wait(1_000)
    expect(button.presses).toBe(0)
    button.hydrate()
    wait(1_000)
    expect(button.presses).toBe(1)
  })

  test('a click on a part is not repeated when React hydrates the part for it', () => {
    const button = lateButton()
    becomeLive()
    // React hydrates the part within the event, which then reaches the button.
    button.hydrate()
    press(button)
    wait(1_000)
    expect(button.presses).toBe(0)
  })

  test('a click that passes a part without handlers is repeated when the button has them', () => {
    const button = new FakeButton()
    becomeLive()
    press(button)
    wait(1_000)
    expect(button.presses).toBe(0)
    button.hydrate()
    wait(1_000)
    expect(button.presses).toBe(1)
  })

  test('a click on a part is forgotten after ten seconds', () => {
    const button = lateButton()
    becomeLive()
    press(button)
    wait(10_001)
    button.hydrate()
    wait(1_000)
    expect(button.presses).toBe(0)
  })

  test('a click on a part is kept from before the hydration of the page', () => {
    const button = lateButton()
    press(button)
    becomeLive()
    expect(button.presses).toBe(0)
    wait(1_000)
    button.hydrate()
    wait(1_000)
    expect(button.presses).toBe(1)
  })

  test('a click on a part that React has rendered and not committed is repeated after the commit', () => {
    const button = lateButton()
    becomeLive()
    button.render()
    press(button)
    wait(1_000)
    expect(button.presses).toBe(0)
    button.hydrate()
    wait(1_000)
    expect(button.presses).toBe(1)
  })

  test.each([
    { of: 'that the page takes back', keys: { defaultPrevented: true }, disabled: false },
    { of: 'on a disabled button', keys: {}, disabled: true },
  ])('a click $of is not repeated', ({ keys, disabled }) => {
    const button = lateButton()
    button.disabled = disabled
    becomeLive()
    press(button, keys)
    wait(1_000)
    Object.assign(button, { disabled: false })
    button.hydrate()
    wait(1_000)
    expect(button.presses).toBe(0)
  })

  test('a click on a part is kept while React renders the part and has not committed it', () => {
    const button = lateButton()
    press(button)
    becomeLive()
    button.render()
    wait(1_000)
    expect(button.presses).toBe(0)
    button.hydrate()
    wait(1_000)
    expect(button.presses).toBe(1)
  })
})
