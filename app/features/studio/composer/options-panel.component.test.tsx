import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { OptionsPanel } from './options-panel.tsx'

function Page() {
  const [open, setOpen] = useState(true)
  return (
    <I18nProvider i18n={i18n}>
      <main id="content">
        <p>Results</p>
        <form>
          {open && (
            <OptionsPanel id="options" target="style" onClose={() => setOpen(false)}>
              <div data-option="style">
                <input aria-label="Style" />
              </div>
            </OptionsPanel>
          )}
          <textarea aria-label="Prompt" />
          <button type="button" onClick={() => setOpen(true)}>
            Open
          </button>
        </form>
      </main>
    </I18nProvider>
  )
}

test('open options go to the wanted one, stay while the prompt is used, and close by Escape, their button and a press outside', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const person = userEvent.setup()
  render(<Page />)
  const options = () => screen.queryByRole('group')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Style' }))
  await person.click(screen.getByRole('textbox', { name: 'Prompt' }))
  expect(options()).not.toBeNull()
  const outside = () => document.querySelector('[data-outside]') ?? document.body
  const leave = [
    () => person.keyboard('{Escape}'),
    () => person.click(screen.getByRole('button', { name: 'Close' })),
    () => person.click(outside()),
    () => person.click(screen.getByText('Results')),
  ]
  for (const act of leave) {
    await act()
    expect(options()).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Open' }))
    expect(options()).not.toBeNull()
  }
})
