/** A line of the doctor's report, in our own words: it contains no key, and of a service's response only names and dates of models. */
export type Finding = { state: 'on' | 'off' | 'wrong'; what: string; why: string }

export const on = (what: string, why: string): Finding => ({ state: 'on', what, why })
export const off = (what: string, why: string): Finding => ({ state: 'off', what, why })
export const wrong = (what: string, why: string): Finding => ({ state: 'wrong', what, why })
