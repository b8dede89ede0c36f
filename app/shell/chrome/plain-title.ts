const sign = /^(?:\d{1,3}\s?% · )/

/** Returns a page's title without the progress before it. */
export const plainTitle = (title: string) => title.replace(sign, '')
