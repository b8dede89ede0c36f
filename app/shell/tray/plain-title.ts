const sign = /^(?:\d{1,3}\s?% · )/

/** A page's title without the progress in front of it. */
export const plainTitle = (title: string) => title.replace(sign, '')
