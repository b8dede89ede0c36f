import { answerWithinMs, type Asked } from '../providers/connected/ask.ts'
import { type Phrase, phrase } from './finding.ts'

type Failed = Extract<Asked, { failure: unknown }>

/** Describes a failure in our own words. `key` names the variable of the key. */
export function problemOf({ failure, status }: Failed, key?: string): Phrase[] {
  return [describe({ failure, status }, key)]
}

function describe({ failure, status }: Failed, key?: string): Phrase {
  if (failure === 'refused')
    return key === undefined
      ? phrase(/*i18n*/ { id: 'doctor.refuses', message: 'it refuses the key' })
      : phrase(/*i18n*/ { id: 'doctor.refuses_in', message: 'it refuses the key in {key}' }, { key })
  if (failure === 'late')
    return phrase(/*i18n*/ { id: 'doctor.late', message: 'it didn’t answer within {seconds} seconds' }, { seconds: answerWithinMs / 1000 })
  if (failure === 'unreachable') return phrase(/*i18n*/ { id: 'doctor.unreachable', message: 'it can’t be reached' })
  if (failure === 'unreadable')
    return phrase(/*i18n*/ { id: 'doctor.unreadable', message: 'it answers, but not as expected: check its address' })
  return failure === 'busy'
    ? phrase(/*i18n*/ { id: 'doctor.busy', message: 'it takes no requests at the moment (429)' })
    : phrase(/*i18n*/ { id: 'doctor.status', message: 'it answered with status {status}' }, { status: status ?? '' })
}
