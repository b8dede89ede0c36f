import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getOperatorAccessCall } from '#app/contract/operator/operator.calls.ts'
import { getWaitingCall } from '#app/contract/operator/inbox.calls.ts'
import type { OperatorAccess } from '#app/contract/operator/operator.ts'
import { operatorRights } from '#app/contract/operator/operator-rights.ts'
import type { ToolSettings } from '#app/contract/operator/tool-settings.ts'
import { getToolSettingsCall, saveToolSettingsCall } from '#app/contract/operator/tool-settings.calls.ts'
import { listLocalModelsCall } from '#app/contract/operator/local-models.calls.ts'
import { listGenerationsCall } from '#app/contract/runs/generations.calls.ts'
import { operatorTools } from '#app/contract/studio/tool-names.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { openPage, refuse } from '#tests/fixtures/component/page.tsx'

const settings: ToolSettings = {
  revision: 3,
  items: operatorTools.map((name) => ({
    name,
    title: name,
    description: `about ${name}`,
    on: name !== 'find',
    not_for: name === 'create' ? [null, 'Students'] : [],
  })),
  most_steps: 12,
  allowance: 10,
  most_allowance: 1_000,
}

const access: OperatorAccess = { role: 'owner', rights: [...operatorRights], second_step: 'on', grant_limit: null }

async function open(locale: 'en' | 'ru' = 'en') {
  api.answer(getOperatorAccessCall, () => access)
  api.answer(listGenerationsCall, () => ({ items: [], next_cursor: null }))
  api.answer(listLocalModelsCall, () => ({ items: [], memory: 0, disk: 0 }))
  api.answer(getWaitingCall, () => ({ reports: 0, orders: 0, system: 0 }))
  return (await openPage('/operator/tools', { user: { ...ann, role: 'owner' }, locale })).person
}

test('a tool is turned off and a limit is set, with the revision that was seen', async () => {
  api.answer(getToolSettingsCall, () => settings)
  api.answer(saveToolSettingsCall, () => ({ ...settings, revision: 4, most_steps: 4 }))
  const person = await open()
  expect(await screen.findByRole('switch', { name: /^find/ })).not.toBeChecked()
  expect(screen.getByText('Not for: Default group and Students')).toBeDefined()
  await person.click(screen.getByRole('switch', { name: /^commands/ }))
  const steps = screen.getByRole('textbox', { name: 'Steps per answer' })
  await person.clear(steps)
  expect(screen.getByText('Enter a whole number.')).toBeDefined()
  await person.type(steps, '4')
  await person.click(screen.getByRole('button', { name: 'Save tools' }))
  await waitFor(() =>
    expect(api.inputs(saveToolSettingsCall)).toEqual([
      { revision: 3, tools: ['read', 'create', 'change', 'use_recipe'], most_steps: 4, allowance: 10, most_allowance: 1_000 },
    ]),
  )
  expect(await screen.findByText('Tools saved')).toBeDefined()
})

test('a change of somebody else is said, and the settings are loaded again', async () => {
  let answers = settings
  api.answer(getToolSettingsCall, () => answers)
  api.answer(saveToolSettingsCall, refuse('settings_changed'))
  const person = await open()
  await person.click(await screen.findByRole('button', { name: 'Save tools' }))
  answers = { ...settings, revision: 9, most_steps: 7 }
  await person.click(await screen.findByRole('button', { name: 'Load again' }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Steps per answer' })).toHaveValue('7'))
})
