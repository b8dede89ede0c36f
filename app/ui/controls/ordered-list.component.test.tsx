import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { messages } from '#locales/en/messages.ts'
import { MoveButtons, moveItem, OrderHandle, OrderNews, useOrder } from './ordered-list.tsx'

function Page() {
  const [items, setItems] = useState(['sea', 'wood', 'town'])
  const order = useOrder({ keys: items, onMove: (from, to) => setItems(moveItem(items, from, to)) })
  return (
    <>
      <ol {...order.listProps}>
        {items.map((name, at) => (
          <li key={name} data-name={name}>
            <OrderHandle order={order} at={at} name={name} itemKey={name} />
            <MoveButtons order={order} at={at} name={name} />
          </li>
        ))}
      </ol>
      <OrderNews order={order} />
    </>
  )
}
const names = () => screen.getAllByRole('listitem').map((item) => item.dataset.name)
const button = (name: string) => screen.getByRole('button', { name })

test('an order changes by buttons and by keys, keeps the focus, and its news are announced', async () => {
  const person = userEvent.setup()
  render(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: messages } })}>
      <Page />
    </I18nProvider>,
  )
  await person.click(button('Move later: sea'))
  expect(names()).toEqual(['wood', 'sea', 'town'])
  expect(document.activeElement).toBe(button('Move later: sea'))
  expect(screen.getByText('Place 2 of 3')).toBeTruthy()
  await person.click(button('Move later: sea'))
  expect(names()).toEqual(['wood', 'town', 'sea'])
  // At the end, the button does nothing, and keeps the focus.
  await person.click(button('Move later: sea'))
  expect(names()).toEqual(['wood', 'town', 'sea'])
  expect(document.activeElement).toBe(button('Move later: sea'))
  await person.click(button('Move earlier: sea'))
  expect(names()).toEqual(['wood', 'sea', 'town'])
  button('Move: sea. Place 2 of 3').focus()
  await person.keyboard('{ArrowUp}{End}')
  expect(names()).toEqual(['wood', 'town', 'sea'])
  expect(screen.getByText('Place 3 of 3')).toBeTruthy()
})
