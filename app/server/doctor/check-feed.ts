import type { Env } from '../env.ts'
import { failureTexts } from '../providers/catalogue/feed-failures.ts'
import { isSigned, parseFeed } from '../providers/catalogue/feed.ts'
import { fetchFeed } from '../providers/catalogue/fetch-feed.ts'
import type { ModelsFile } from '../providers/models-file/no-models-file.ts'
import { type Finding, off, on, wrong } from './finding.ts'

const what = /*i18n*/ { id: 'doctor.feed', message: 'model catalog' }

/** Reads the feed of the catalogue, and compares it with the one in force. Applies nothing. */
export async function checkFeed(env: Env, { catalogue: { version, date } }: Pick<ModelsFile, 'catalogue'>): Promise<Finding> {
  const values = { version, date }
  if (env.MODELS_FEED === undefined || env.MODELS_FEED_KEY === undefined)
    return off(
      what,
      /*i18n*/ { id: 'doctor.feed_off', message: 'version {version} of {date}: set MODELS_FEED to renew it without a release' },
      values,
    )
  const fetched = await fetchFeed(env.MODELS_FEED)
  if ('code' in fetched) return wrong(what, failureTexts[fetched.code])
  if (!isSigned(Buffer.from(fetched.content), fetched.signature, env.MODELS_FEED_KEY)) return wrong(what, failureTexts.wrong_signature)
  const parsed = parseFeed(fetched.content)
  if ('code' in parsed) return wrong(what, failureTexts[parsed.code])
  if (parsed.feed.version < version) return wrong(what, failureTexts.older)
  return parsed.feed.version === version
    ? on(what, /*i18n*/ { id: 'doctor.feed_on', message: 'version {version} of {date}, the same as in the feed' }, values)
    : on(
        what,
        /*i18n*/ { id: 'doctor.feed_newer', message: 'version {version} of {date}; the feed has version {newer}' },
        { ...values, newer: parsed.feed.version },
      )
}
