/**
 * Checks that paths, params, search and server functions are typed end to end. Nothing here runs; `tsc` reads it. Each line below an
 * expectation must be an error, otherwise the expectation is one.
 */
import { Link, useNavigate } from '@tanstack/react-router'
import { listTokenEntries } from '#app/features/tokens/tokens.functions.ts'
import { cancelGeneration, createGeneration, listGenerations, listModels } from '#app/shell/data/generations.functions.ts'
import { signIn } from '#app/shell/data/session.functions.ts'
import type { Route as Dashboard } from '#app/routes/_app/dashboard/index.tsx'

export function Links() {
  return (
    <>
      <Link to="/dashboard/image" search={{ prompt: 'a lake' }} />
      {/* @ts-expect-error there is no such page */}
      <Link to="/dashboard/smell" />
      {/* @ts-expect-error the page has no such search parameter */}
      <Link to="/dashboard/image" search={{ promt: 'a lake' }} />
      {/* @ts-expect-error a prompt is a string */}
      <Link to="/dashboard/image" search={{ prompt: 7 }} />
    </>
  )
}

export function Navigation() {
  const navigate = useNavigate()
  // @ts-expect-error the item is addressed by its id, a string
  return () => navigate({ to: '/dashboard', search: { item: 1 } })
}

type DashboardSearch = (typeof Dashboard)['types']['fullSearchSchema']
// @ts-expect-error kinds are video, image, audio and text
export const wrongKind: DashboardSearch = { kind: 'smell' }

export async function serverFunctions() {
  const created = await createGeneration({ data: { model: 'm', prompt: 'p', idempotency_key: 'k' } })
  if (!created.ok) return created.error.code
  // @ts-expect-error the status is one of five words
  if (created.data.status === 'done') return ''
  // @ts-expect-error a run needs its model
  await createGeneration({ data: { prompt: 'p', idempotency_key: 'k' } })
  // @ts-expect-error options are strings, numbers and booleans
  await createGeneration({ data: { model: 'm', prompt: 'p', idempotency_key: 'k', options: { size: [] } } })
  // @ts-expect-error an id is a string
  await cancelGeneration({ data: { id: 1 } })
  // @ts-expect-error the list has no such filter
  await listGenerations({ data: { colour: 'red' } })
  // @ts-expect-error a sign-in needs its password
  await signIn({ data: { email: 'ann@example.com' } })
  // @ts-expect-error a query string carries strings
  await listTokenEntries({ data: { limit: 5 } })
  const models = await listModels({ data: {} })
  // @ts-expect-error the answer must be looked at before its data
  return models.data
}
