import type { paths } from './api.ts'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type Paths = keyof paths & string

/** A call as the document names it: `GET /v1/generations/{id}`. */
export type Route = { [P in Paths]: { [M in keyof paths[P] & Method]: `${Uppercase<M>} ${P}` }[keyof paths[P] & Method] }[Paths]

type OperationOf<R extends Route> = R extends `${infer M} ${infer P extends Paths}` ? paths[P][Lowercase<M> & keyof paths[P]] : never

type Part<T, Name extends string> = T extends { [N in Name]?: infer Value } ? (Name extends keyof T ? Value : never) : never
type Parameters<R extends Route> = Part<OperationOf<R>, 'parameters'>
type BodyOf<R extends Route> =
  NonNullable<Part<OperationOf<R>, 'requestBody'>> extends { content: infer Content } ? Part<Content, 'application/json'> : never

/** Gives a call the field only if it has that part. */
type Given<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : undefined extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value }

export type CallInput<R extends Route> = Given<'path', Part<Parameters<R>, 'path'>> &
  Given<'query', Part<Parameters<R>, 'query'> | undefined> &
  Given<'body', BodyOf<R>>

type Success = 200 | 201 | 202
/** The answer of a call; undefined for one without a body. */
export type AnswerOf<R extends Route> =
  Part<OperationOf<R>, 'responses'> extends infer Responses
    ? Responses extends { [S in Success]?: unknown }
      ? Part<Part<Responses[keyof Responses & Success], 'content'>, 'application/json'>
      : undefined
    : never

type HeaderOf<R extends Route> = NonNullable<Part<Parameters<R>, 'header'>>
type Spends<R extends Route> = [HeaderOf<R>] extends [never] ? never : 'Idempotency-Key' extends keyof HeaderOf<R> ? R : never
/** The calls that take a key of idempotency. */
export type SpendingRoute = { [R in Route]: Spends<R> }[Route]
