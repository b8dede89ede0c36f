import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { ApiError } from '#app/contract/base/api-result.ts'
import { personCredentialsQuery, personQuery } from '../base/operator.queries.ts'

/** Loads a person's page; an unknown id is a page that does not exist. */
export async function loadPerson(queryClient: QueryClient, id: string): Promise<void> {
  try {
    await Promise.all([queryClient.ensureQueryData(personQuery(id)), queryClient.ensureQueryData(personCredentialsQuery(id))])
  } catch (error) {
    const isUnknown = error instanceof ApiError && (error.failure.code === 'not_found' || error.failure.code === 'invalid_input')
    throw isUnknown ? notFound() : error
  }
}
