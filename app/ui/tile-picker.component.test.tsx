import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { TilePicker } from './tile-picker.tsx'

const items = ['auto', 'ink', 'neon'].map((value) => ({ value, label: value.toUpperCase() }))
const pictures = { auto: '/auto.webp', ink: '/ink.webp', neon: '/neon.svg' }

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
