import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { Window } from 'happy-dom'
import type * as ReactModule from 'react'
import type { hydrateRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { withoutUnused } from '../../scripts/vite/lean-react-dom.ts'

const require = createRequire(import.meta.url)
const pathOf = (file: string) => `${dirname(require.resolve('react-dom'))}/${file}`
const source = readFileSync(pathOf('cjs/react-dom-client.production.js'), 'utf8')
const react: typeof ReactModule = require(`${dirname(require.resolve('react'))}/cjs/react.production.js`)

test('a version of React whose code nobody has reviewed is refused', () => {
  expect(() => withoutUnused(source.replace('19.3.1', '19.3.2'))).toThrow(/react-dom has changed/)
})

test('the rest hydrates, updates, suspends, unmounts and handles errors', async () => {
  const { page, hydrate, errors } = start()
  const { createElement, lazy, Suspense, useState, useEffect, useTransition, Component } = react
  const { promise, resolve } = Promise.withResolvers<{ default: () => ReactModule.ReactNode }>()
  const Late = lazy(() => promise)
  class Guard extends Component<{ children: ReactModule.ReactNode }> {
    override state = { hasFailed: false }
    static getDerivedStateFromError = () => ({ hasFailed: true })
    override render() {
      return this.state.hasFailed ? createElement('i', null, 'caught') : this.props.children
    }
  }
  const Broken = () => {
    throw new Error('broken')
  }
  function App() {
    const [count, setCount] = useState(0)
    const [, startTransition] = useTransition()
    useEffect(() => {
      if (count === 0) startTransition(() => setCount(1))
    }, [count])
    const list = [...'abc'].slice(count).map((letter) => createElement('li', { key: letter, ref: () => () => {} }, letter))
    return createElement(
      'main',
      { className: `count-${count}`, style: { color: 'red' } },
      createElement(react.Fragment, null, createElement('ul', null, list)),
      count > 0 && createElement(Suspense, { fallback: createElement('b', null, 'waits') }, createElement(Late)),
      count > 0 && createElement(Guard, null, createElement(Broken)),
    )
  }
  page.body.innerHTML = '<main class="count-0" style="color:red"><ul><li>a</li><li>b</li><li>c</li></ul></main>'
  const root = hydrate(page.body, createElement(App))
  await expect.poll(() => page.body.textContent).toBe('bcwaitscaught')
  resolve({ default: () => createElement('em', null, 'here') })
  await expect.poll(() => page.body.textContent).toBe('bcherecaught')
  expect(page.querySelector('main')?.className).toBe('count-1')
  root.unmount()
  await expect.poll(() => page.body.textContent).toBe('')
  expect(errors).toEqual([])
})

test.each(['Activity', 'ViewTransition'] as const)('%s, which is removed, is refused', async (name) => {
  const { page, hydrate, errors } = start()
  hydrate(page.body, react.createElement(Reflect.get(react, name), null, 'text'))
  await expect.poll(() => errors.map(String).join()).toMatch(/#130/)
})

/** Evaluates the shortened code in a window of its own. */
function start() {
  const window = new Window()
  const exported: { hydrateRoot?: typeof hydrateRoot } = {}
  const errors: unknown[] = []
  const provide = (name: string) =>
    name === 'react' ? react : require(name === 'react-dom' ? pathOf('cjs/react-dom.production.js') : name)
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- The code is what the test is about.
  new Function('exports', 'require', 'window', 'document', 'navigator', withoutUnused(source))(
    exported,
    provide,
    window,
    window.document,
    window.navigator,
  )
  const hydrate = (container: object, children: ReactModule.ReactNode) => {
    if (!exported.hydrateRoot || !(container instanceof window.Element)) throw new Error('no hydrateRoot')
    return Reflect.apply(exported.hydrateRoot, null, [
      container,
      children,
      {
        onUncaughtError: (error: unknown) => errors.push(error),
        onRecoverableError: (error: unknown) => errors.push(error),
        onCaughtError() {},
      },
    ])
  }
  return { page: window.document, hydrate, errors }
}
