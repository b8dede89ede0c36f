import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { TilePicker } from './tile-picker.tsx'

const items = ['auto', 'ink', 'neon'].map((value) => ({ value, label: value.toUpperCase() }))
const pictures = { auto: '/auto.webp', ink: '/ink.webp', neon: '/neon.webp' }

function Page() {
  const [value, setValue] = useState('auto')
  return <TilePicker label="Style" value={value} onValueChange={setValue} items={items} pictures={pictures} />
}

test('a choice by pictures is a group of named radios with one tab stop, and its pictures load when they are near', async () => {
  const person = userEvent.setup()
  render(<Page />)
  expect(screen.getByRole('group', { name: 'Style' })).toBeTruthy()
  expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual(['AUTO', 'INK', 'NEON'])
  await person.tab()
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'AUTO' }))
  await person.keyboard('{ArrowRight}')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'INK' }).checked).toBe(true)
  await person.tab()
  expect(document.activeElement).toBe(document.body)
  for (const picture of document.querySelectorAll('img')) expect([picture.alt, picture.loading]).toEqual(['', 'lazy'])
  expect(screen.queryByRole('img')).toBeNull()
})

test('a voice is a card with its name and traits, and its sample plays without choosing it', async () => {
  const person = userEvent.setup()
  const played: string[] = []
  const voices = [
    { value: 'auto', label: 'By language' },
    { value: 'emma', label: 'Emma · English, warm' },
  ]
  render(
    <TilePicker
      label="Voice"
      value="auto"
      onValueChange={() => expect.fail('nothing was chosen')}
      items={voices}
      pictures={{ auto: '/auto.svg', emma: '/emma.svg' }}
      renderExtra={(voice) =>
        voice !== 'auto' && (
          <button type="button" onClick={() => played.push(voice)}>
            Play
          </button>
        )
      }
    />,
  )
  expect(screen.getByRole('radio', { name: 'Emma · English, warm' })).toBeTruthy()
  expect(screen.getByText('English, warm')).toBeTruthy()
  expect(document.querySelector('img')).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Play' }))
  expect(played).toEqual(['emma'])
})
