const sign = /^(?:\d{1,3}\s?% · )/

/** A page's title without what was put before it while something runs. */
export const plainTitle = (title: string) => title.replace(sign, '')
