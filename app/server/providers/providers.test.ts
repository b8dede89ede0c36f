import { expect, test } from 'vitest'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openProviders } from './providers.ts'

test('a prompt is read once for all seeds, and again for other options', async () => {
  const read: unknown[] = []
  const provider = scriptedProvider()
  const providers = openProviders([
    {
      ...provider,
      understand(run) {
        read.push(run.options)
        return provider.understand?.(run) ?? null
      },
    },
  ])
  const run = { model: 'remix', prompt: 'a lake', roles: [] }
  const [first, second] = [
    await providers.understand({ ...run, options: { size: 'small', seed: 1 } }),
    await providers.understand({ ...run, options: { size: 'small', seed: 2 } }),
  ]
  expect(first).toMatchObject({ terms: [{ text: 'lake', role: 'shown' }] })
  expect(second).toBe(first)
  expect(read).toHaveLength(1)
  await providers.understand({ ...run, options: { size: 'large', seed: 2 } })
  expect(read).toHaveLength(2)
})
