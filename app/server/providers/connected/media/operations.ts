import * as v from 'valibot'
import { placeOfFailure, ProviderError } from '../../provider.ts'

/** A service's id of its work; it becomes part of a URL, so its characters and length are limited. */
export const operationIdSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,200}$/))

/** The failure of work that the service has forgotten, about which another query would say no more. */
export const forgotten = (service: string) => new ProviderError('temporary', `${service}: the work is not known any more`, { final: true })

/** The failure of finished work without a result, which another attempt would pay for again. */
export const gaveNothing = (service: string) => new ProviderError('temporary', `${service}: the work gave nothing`, { final: true })

/** Marks an error as the service's final verdict on this work. */
export const final = (error: ProviderError) =>
  new ProviderError(error.code, error.message, {
    ...placeOfFailure(error),
    limit: error.limit ?? undefined,
    named: error.named,
    keyFault: error.keyFault ?? undefined,
    final: true,
  })
