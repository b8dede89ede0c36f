import { apiErrorStatus, type FieldErrorCode } from '#app/contract/base/error-codes.ts'
import type { ErrorBody } from '#app/contract/base/errors.ts'
import type { Locale } from '#config'
import type { Problem } from '../../core/problem.ts'
import { translate } from '../../i18n.ts'
import { errorTexts } from './error-texts.ts'
import { fieldTexts } from './field-texts.ts'

/** Returns the message of a field's error. */
export function fieldDetail([name, code]: [string, FieldErrorCode], { format, lengths, bounds }: Problem, locale: Locale): string {
  const saveAs = new Intl.ListFormat(locale, { type: 'disjunction' }).format(format?.saveAs ?? [])
  return translate(locale, fieldTexts[code], {
    format: format?.name ?? '',
    as: saveAs || 'none',
    bound: bounds?.[name]?.value ?? 0,
    unit: bounds?.[name] ? (bounds[name].unit ?? 'number') : 'none',
    length: clock(lengths?.[name]?.seconds ?? 0),
    limit: clock(lengths?.[name]?.limit ?? 0),
  })
}

/** Writes seconds as 1:02:03. */
function clock(seconds: number): string {
  const whole = Math.round(seconds)
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60]
  const parts = hours > 0 ? [hours, String(minutes).padStart(2, '0')] : [minutes]
  return [...parts, String(whole % 60).padStart(2, '0')].join(':')
}

/** The values that the sentences of a problem name. */
export const textValues = (problem: Problem, errorId = ''): Record<string, string | number> => ({
  missing: problem.missing ?? 0,
  seconds: problem.retryAfter ?? 0,
  minutes: Math.ceil((problem.retryAfter ?? 0) / 60),
  hours: Math.ceil((problem.retryAfter ?? 0) / 3600),
  days: Math.ceil((problem.retryAfter ?? 0) / 86_400),
  id: errorId,
  of: problem.limit?.of ?? '',
  mega: problem.limit?.mega ?? 0,
  asked: problem.runRequest?.status ?? 'nobody',
  page: problem.runRequest?.page ?? '',
  ...(problem.most !== undefined && { limit: problem.most }),
  ...(problem.price !== undefined && { price: problem.price }),
  ...problem.budget,
})

/** Describes a problem in this language. */
export function problemBody(problem: Problem, locale: Locale, errorId?: string): ErrorBody {
  const { reason } = problem
  return {
    detail: reason
      ? translate(locale, reason.text, reason.values)
      : translate(locale, errorTexts[problem.code], textValues(problem, errorId)),
    code: problem.code,
    ...(problem.fields && {
      fields: Object.fromEntries(
        Object.entries(problem.fields).map(([name, code]) => [name, { code, detail: fieldDetail([name, code], problem, locale) }]),
      ),
    }),
    ...(problem.missing !== undefined && { missing: problem.missing }),
    ...(problem.most !== undefined && { limit: problem.most, left: 0 }),
    ...(problem.budget && { limit: problem.budget.limit, left: problem.budget.left }),
    ...(problem.runRequest && { run_request: problem.runRequest }),
    ...(problem.price !== undefined && { price: problem.price }),
    ...(problem.retryAfter !== undefined && { retry_after: Math.ceil(problem.retryAfter) }),
    ...(errorId && { error_id: errorId }),
  }
}

/** Returns the API's response to a problem, in this language. */
export function problemAnswer(problem: Problem, locale: Locale, errorId?: string): Response {
  const headers = new Headers()
  if (problem.retryAfter !== undefined) headers.set('retry-after', String(Math.ceil(problem.retryAfter)))
  if (apiErrorStatus[problem.code] === 401) headers.set('www-authenticate', 'Bearer')
  return Response.json(problemBody(problem, locale, errorId), { status: apiErrorStatus[problem.code], headers })
}
