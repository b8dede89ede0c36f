import * as v from 'valibot'

const codeSchema = v.pipe(v.string(), v.parseJson(), v.object({ code: v.number() }))

/** The proper statuses of Kling's codes for an account without money, a blocked address and refused content. */
const statuses: Record<number, number> = { 1100: 403, 1101: 402, 1102: 402, 1300: 451, 1301: 451, 1304: 403 }

/** Returns the status that the answer should have had; undefined if its own status is right. */
export function klingStatus(body: string): number | undefined {
  const parsed = v.safeParse(codeSchema, body)
  return parsed.success ? statuses[parsed.output.code] : undefined
}
