/** Whether an address may become a link: a script or a file of the reader's machine may not. */
export const isWebLink = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/** The name of a site, as people know it. */
export const siteOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '')
