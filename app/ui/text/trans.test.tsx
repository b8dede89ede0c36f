import { setupI18n } from '@lingui/core'
import { I18nProvider, Trans as LibraryTrans, type TransProps } from '@lingui/react'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Trans } from './trans.tsx'

const i18n = setupI18n({
  locale: 'en',
  messages: {
    en: { plain: ['Terms & prices'], name: ['Hello, ', ['name'], '!'], link: ['See <0>', ['name'], '</0>.'], line: ['One<0/>two'] },
  },
})

test.each([
  { id: 'plain' },
  { id: 'name', values: { name: 'Ann' } },
  { id: 'name', values: { name: <b>Ann</b> } },
  { id: 'link', values: { name: 'prices' }, components: { 0: <a href="/legal">.</a> } },
  { id: 'line', components: { 0: <br /> } },
])('a translation renders as with the library: $id', (props) => {
  const render = (Component: ComponentType<TransProps>) =>
    renderToString(
      <I18nProvider i18n={i18n}>
        <p>
          <Component {...props} /> <Component {...props} />
        </p>
      </I18nProvider>,
    )
  expect(render(Trans)).toBe(render(LibraryTrans))
})
