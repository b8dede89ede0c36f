import type { ServiceId } from '../../env.ts'

/** The cause of a failure, whatever its status. `broken`: the service failed by itself. */
export type FailureKind = 'refused' | 'gone' | 'key' | 'money' | 'busy' | 'broken'

/** Codes of each service that mean something else than their status or than the same code of other services, in lower case. */
const rules: Partial<Record<ServiceId, readonly (readonly [code: RegExp, kind: FailureKind])[]>> = {
  alibaba: [
    [/^(?:data_?inspection_?failed|ipinfringementsuspect)$/, 'refused'],
    [/^(?:arrearage|allocationquota\.freetieronly)$/, 'money'],
    // A quota of tokens per minute; OpenAI's code of the same name is about money.
    [/^(?:throttling(?:\..+)?|insufficient_quota|limit_requests)$/, 'busy'],
    [/^model_?not_?found$/, 'gone'],
    [/^invalid_?api_?key$/, 'key'],
  ],
  // With the status of a refused key.
  elevenlabs: [[/^quota_exceeded$/, 'money']],
  fal: [
    [/^content_policy_violation$/, 'refused'],
    [/^(?:runner_\w+|\w+_timeout)$/, 'broken'],
  ],
  // Numbers, with a status that says something else: an empty balance has 429.
  kling: [
    [/^130[01]$/, 'refused'],
    [/^110[12]$/, 'money'],
    [/^(?:1100|1304)$/, 'key'],
  ],
  google: [[/^(?:image_(?:safety|prohibited_content|recitation)|prohibited_content|spii|blocklist|recitation)$/, 'refused']],
}

/** Returns the cause that a service's own codes state; undefined if the status and the words decide. */
export function kindOfCodes(service: string, codes: readonly string[]): FailureKind | undefined {
  const known = Object.entries(rules).find(([id]) => id === service)?.[1]
  return known?.find(([pattern]) => codes.some((code) => pattern.test(code)))?.[1]
}

/** A request that is too long for the model, by code. Servers of llama.cpp before September 2025 answer with the status 500. */
export const tooLongCodes =
  /context_length_exceeded|exceed_context_size|context_window|request_too_large|string_above_max_length|prompt_too_long/

/** The same by words. The first group is the most that the model reads. */
const tooLongTexts = [
  // OpenAI, DeepSeek, vLLM, OpenRouter.
  /maximum context length (?:is|of) (\d+)/,
  // Mistral.
  /too large for model with (\d+) maximum context length/,
  // Anthropic.
  /prompt is too long: \d+ tokens > (\d+) maximum/,
  /exceed context limit: \d+ \+ \d+ > (\d+)/,
  // Google.
  /input token count(?: \(\d+\))? exceeds the maximum number of tokens allowed \(?(\d+)/,
  // xAI.
  /maximum prompt length is (\d+)/,
  // DashScope.
  /range of input length should be \[\d+, ?(\d+)\]/,
  // Groq and OpenAI, for a request with more tokens than a minute may have.
  /: limit (\d{1,12}), requested \d/,
  // llama.cpp.
  /exceeds the available context size(?: \((\d+) tokens\))?/,
] as const

/** Returns whether the words say that a request is too long, and the most that the model reads if they name it. */
export function readTooLong(text: string): { limit: number | undefined } | undefined {
  const found = tooLongTexts.map((pattern) => pattern.exec(text)).find((match) => match !== null)
  if (!found) return undefined
  const limit = Number(found[1])
  return { limit: Number.isSafeInteger(limit) && limit > 0 ? limit : undefined }
}
