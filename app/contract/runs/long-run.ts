/** Minutes of waiting after which an email reports the end of a run, if the person wants emails. */
export const longRunMinutes = 1
