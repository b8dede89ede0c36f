/** A line of the doctor's report, in our own words: it contains no key and nothing of a service's response. */
export type Finding = { state: 'on' | 'off' | 'wrong'; what: string; why: string }

export const on = (what: string, why: string): Finding => ({ state: 'on', what, why })
export const off = (what: string, why: string): Finding => ({ state: 'off', what, why })
export const wrong = (what: string, why: string): Finding => ({ state: 'wrong', what, why })
